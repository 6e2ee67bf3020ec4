import { types } from 'node:util';

/** Exit codes of a worker process. */
export const ExitCode = {
  /** The work is done, or the worker was stopped. */
  Done: 0,
  /** The pipeline failed; another attempt may succeed. */
  Failed: 1,
  /** The job as submitted cannot run (EX_USAGE): another attempt would fail the same way. */
  Permanent: 64,
  /** The process was started without the environment that a worker needs (EX_CONFIG). */
  Environment: 78,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The job as submitted cannot run; starting it again would not help. Leads to exit code 64. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** The environment of the process is not that of a worker. Leads to exit code 78. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
  }
}

/** Returns the text of any thrown value. */
export function errorText(error: unknown): string {
  return types.isNativeError(error) ? error.message || error.name : String(error);
}
