import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isClosedFolder } from '../files/shown-folders';
import { inFolder } from '../in-folder';

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
