import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Goes down by the folders that are open, so that nothing can be put in their place meanwhile: for directories that
 * belong to somebody else. Links are not followed.
 *
 * @param work gets a path that leads to the last folder for as long as it works
 * @returns what `work` returns; undefined when one of the folders is not there, or is none
 */
export async function inFolder<R>(
  from: string,
  names: readonly string[],
  work: (folder: string) => R | Promise<R>,
): Promise<R | undefined> {
  const [name, ...rest] = names;
  if (name === undefined) return work(from);
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const folder = await open(join(from, name), flags).catch(noneIfAbsent);
  if (!folder) return undefined;
  try {
    return await inFolder(`/proc/self/fd/${folder.fd}`, rest, work);
  } finally {
    await folder.close();
  }
}

/** Not there, or no folder: a file, a link. */
function noneIfAbsent(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
  throw error;
}
