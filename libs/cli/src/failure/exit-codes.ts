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
