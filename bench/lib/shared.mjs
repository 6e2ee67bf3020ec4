/** Setups that several cases share. */

/**
 * @template T
 * @param {(bench: import('./system.mjs').Bench) => Promise<T>} start
 * @returns {(bench: import('./system.mjs').Bench) => Promise<T>} the same setup, run once in a run of the bench
 */
export function sharedSetup(start) {
  const started = new WeakMap();
  return (bench) => {
    if (!started.has(bench)) started.set(bench, start(bench));
    return started.get(bench);
  };
}
