/** A failure that the user sees as at most two lines: what is wrong, and where or what to do. */
export class CliError extends Error {
  override readonly name = 'CliError';

  /** @param detail the second line */
  constructor(
    message: string,
    readonly exitCode: number,
    readonly detail?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Returns the error of a wrong command line, or of a wrong file named on it. */
export const usageError = (message: string, hint?: string): CliError =>
  new CliError(message, ExitCode.Usage, hint);

/** Exit codes of the command; docs/cli.md lists them. */
export const ExitCode = {
  Success: 0,
  /** A job or a check failed. */
  Failed: 1,
  /** The command line or a file named on it is wrong. */
  Usage: 2,
  /** The service refused the request. */
  Refused: 3,
  /** The service did not answer, or answered that it is unavailable. */
  Unreachable: 4,
  /** The command itself failed: it has a fault, or this machine refused a file or the output. `EX_SOFTWARE` of sysexits.h */
  OfCommand: 70,
  /** Every failure of the command itself where the code of a job is passed on. */
  OwnFailure: 125,
  Interrupted: 130,
} as const;

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
