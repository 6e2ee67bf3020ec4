/** Runs one case: warm-up, then rounds that alternate between service and baseline under the same conditions. */
import { summarise } from './statistics.mjs';

/**
 * A case is what a file `bench/<service>/*.bench.mjs` exports by default.
 * @typedef {object} Case
 * @property {string} name unique, `<service>: <what>`
 * @property {string} unit of the measured value, e.g. `requests/s`
 * @property {number} goal of what `compare` says
 * @property {'ratio'|'difference'|'value'} [compare] value / baseline (the default), value - baseline, or value alone
 * @property {'higher'|'lower'} [better] default `higher`; a difference or a value alone is better lower
 * @property {(bench: import('./system.mjs').Bench) => Promise<unknown>} setup starts what is measured; its result goes to the others
 * @property {(context: unknown) => Promise<number>} run measures the service once
 * @property {(context: unknown) => Promise<number>} baseline measures the bare baseline once, in the same way
 * @property {(context: unknown) => Promise<void>} [teardown] ends what `bench` doesn't know about
 */

/**
 * @param {Case} benchCase
 * @returns the summary of its rounds
 */
export async function runCase(benchCase, bench, { rounds, onRound = () => {} }) {
  const context = await benchCase.setup(bench);
  try {
    await benchCase.run(context);
    await benchCase.baseline(context);
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push(await runRound(benchCase, context, round % 2 === 0));
      onRound(measured.at(-1));
    }
    return summarise(benchCase, measured);
  } finally {
    await benchCase.teardown?.(context);
  }
}

/** Runs service and baseline in alternating order, so that neither always finds the warmer machine. */
async function runRound(benchCase, context, serviceFirst) {
  if (serviceFirst) {
    const value = await benchCase.run(context);
    return { value, baseline: await benchCase.baseline(context) };
  }
  const baseline = await benchCase.baseline(context);
  return { value: await benchCase.run(context), baseline };
}
