/** The signals that mean "end": Ctrl-C, a polite kill, a closed terminal. */
import process from 'node:process';

const NAMES = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Calls `listener` with the name of each such signal; returns a function that stops listening. */
export function onSignal(listener) {
  for (const name of NAMES) process.on(name, listener);
  return () => {
    for (const name of NAMES) process.off(name, listener);
  };
}
