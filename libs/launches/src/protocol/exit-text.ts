import { constants } from 'node:os';

/** Exit code of a process that a signal has ended, without the number of the signal; a shell reports it so. */
const SIGNALLED = 128;

/** Returns how a process ended, for people: `exit code 3`, `signal SIGSEGV`. */
export function exitText(exitCode: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => number === exitCode - SIGNALLED)?.[0];
  return signal === undefined ? `exit code ${exitCode}` : `signal ${signal}`;
}
