import { ExitCode } from './exit-codes.ts';

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
