/**
 * Keeps the processors from going to sleep while times of microseconds are measured: a virtual processor that was asleep takes
 * longer to wake up than what is measured takes, at each step from one process to the next. What spins does so at the idle
 * policy of the scheduler, so it makes way at once.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import process from 'node:process';

/** Maximum lifetime of the processes, s. */
const LONGEST_S = 600;
const SPIN = `const end = Date.now() + ${LONGEST_S} * 1000; while (Date.now() < end);`;

/** Starts one busy process per processor. @returns a function that ends them */
export function keepAwake() {
  const spinners = Array.from({ length: availableParallelism() }, () =>
    spawn('chrt', ['-i', '0', process.execPath, '-e', SPIN], { stdio: 'ignore' }),
  );
  // Without `chrt` the processors may sleep.
  for (const spinner of spinners) spinner.on('error', () => {});
  return () => spinners.forEach((spinner) => spinner.kill('SIGKILL'));
}
