import { dirname } from 'node:path';
import { isClosedFolder } from '../files/shown-folders';
import { OpenFolder } from '../open-folder';
import { removeTree } from '../remove-tree';

/** Where the folders of cluster, command and applications are. */
const OWNERS = ['cluster', 'command', 'applications'] as const;

/** The directory is the job's to fill: no archive waits longer for this, ms. */
const LIMIT_MS = 60_000;

/** Tells whether a file of a launch is something that its cluster, command or applications bring. @param path in its directory */
export const isDependency = (path: string): boolean => isClosedFolder(dirname(path));

/**
 * Empties the folders of what cluster, command and applications brought to a job that is over: other jobs get it from the
 * downloads of the node. The directory was the job's, so no link in it is followed.
 *
 * @param job its directory
 * @throws Error of the file system, or when it takes too long; what is not there is none
 */
export async function removeDependencies(job: string): Promise<void> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  await OpenFolder.with(job, async (folder) => {
    for (const owner of OWNERS) {
      await folder.inside(['.portolan', owner], async (entities) => {
        for await (const { name } of entities.entries()) {
          signal.throwIfAborted();
          await entities.inside([name, 'dependencies'], (dependencies) => empty(dependencies, signal));
        }
      });
    }
  });
}

async function empty(folder: OpenFolder, signal: AbortSignal): Promise<void> {
  for await (const { name } of folder.entries()) await removeTree(folder, name, signal);
}
