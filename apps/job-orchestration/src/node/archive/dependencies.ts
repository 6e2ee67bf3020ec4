import { constants } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isClosedFolder } from '../files/shown-folders';

/** Where the folders of cluster, command and applications are. */
const OWNERS = ['cluster', 'command', 'applications'] as const;

/** Tells whether a file of a launch is something that its cluster, command or applications bring. @param path in its directory */
export const isDependency = (path: string): boolean => isClosedFolder(dirname(path));

/**
 * Empties the folders of what cluster, command and applications brought to a job that is over: other jobs get it from the
 * downloads of the node. The directory was the job's, so no link in it is followed.
 *
 * @param job its directory
 * @throws Error of the file system; what is not there is none
 */
export async function removeDependencies(job: string): Promise<void> {
  for (const owner of OWNERS) {
    await inFolder(job, ['.portolan', owner], async (folder) => {
      for (const name of await readdir(folder)) {
        await inFolder(folder, [name, 'dependencies'], empty);
      }
    });
  }
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

/** Goes down by the folders that are open, so that nothing can be put in their place meanwhile. */
async function inFolder(
  from: string,
  names: readonly string[],
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const [name, ...rest] = names;
  if (name === undefined) return work(from);
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const folder = await open(join(from, name), flags).catch(noneIfAbsent);
  if (!folder) return;
  try {
    await inFolder(`/proc/self/fd/${folder.fd}`, rest, work);
  } finally {
    await folder.close();
  }
}

/** Not there, or no folder: a file, a link. */
function noneIfAbsent(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
  throw error;
}
