import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError, ExitCode } from '../failure/cli-error.ts';

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

/**
 * Creates a folder and those above it. `mkdir` of Node.js with `recursive` never ends where the system has no room for folders, as
 * below `/proc`: it retries for ever with a parent that exists.
 * @param path an absolute path @param mode of the folders that are created
 * @throws CliError that names the folder and the cause, or the file that is in its place
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const failure = await tryToMake(path, mode);
  if (failure === undefined) return;
  if (failure !== 'ENOENT' || (await exists(dirname(path)))) throw cannotCreate(path, failure);
  await makeFolder(dirname(path), mode);
  const again = await tryToMake(path, mode);
  if (again !== undefined) throw cannotCreate(path, again);
}

/** @returns the code of the failure; undefined when the folder exists */
const tryToMake = (path: string, mode: number): Promise<string | undefined> =>
  mkdir(path, mode).then(
    () => undefined,
    async ({ code }: NodeJS.ErrnoException) => (code === 'EEXIST' ? ofExisting(path) : code),
  );

/** A link to a folder is one. */
const ofExisting = (path: string): Promise<string | undefined> =>
  stat(path).then(
    (found) => (found.isDirectory() ? undefined : 'ENOTDIR'),
    ({ code }: NodeJS.ErrnoException) => code,
  );

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const cannotCreate = (path: string, code: string): CliError =>
  new CliError(
    code === 'ENOTDIR' ? `cannot create ${path}: a file is in the way` : `cannot create ${path}: ${code}`,
    ExitCode.OfCommand,
  );
