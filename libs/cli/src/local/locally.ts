import { CliError } from '../failure/cli-error.ts';
import { ExitCode } from '../failure/exit-codes.ts';

/**
 * Does something with a file of this machine. Its failure is no lost connection: a retry would fail as well.
 * @throws CliError that names the file
 */
export const locally = <T>(path: string, doing: Promise<T>): Promise<T> =>
  doing.catch((error: Error) => {
    // Node.js adds the call and the path: `ENOSPC: no space left on device, write`.
    const [reason] = error.message.split(', ');
    throw new CliError(`cannot write ${path}: ${reason}`, ExitCode.OfCommand);
  });
