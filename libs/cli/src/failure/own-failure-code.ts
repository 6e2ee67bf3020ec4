import { ExitCode } from './exit-codes.ts';

/**
 * Returns 125 for a command line that passes on the exit code of a job: jobs rarely exit with it. Undefined for all others, also for a
 * dry run, which has no job.
 */
export function ownFailureCode(words: readonly string[]): number | undefined {
  const end = words.indexOf('--');
  const options = end < 0 ? words : words.slice(0, end);
  const passesOn =
    options.includes('submit') && options.some((word) => ['--follow', '--wait'].includes(word));
  return passesOn && options.includes('job') && !options.includes('--dry-run')
    ? ExitCode.OwnFailure
    : undefined;
}
