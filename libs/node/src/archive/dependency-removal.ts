import { dirname } from 'node:path';
import { isClosedFolder } from '../files/shown-folders';
import { ConfinedFolder } from '../file-system/confined-folder';
import { removeTree } from '../file-system/remove-tree';

const OWNERS = ['cluster', 'command', 'applications'] as const;

/** The job controls the size of its directory, so the removal is limited, ms. */
const LIMIT_MS = 60_000;

/** Reports whether a file of a launch is a dependency of its cluster, command or applications. */
export const isDependency = (path: string): boolean => isClosedFolder(dirname(path));

/** Empties the dependency folders of an ended job, following no links. @throws Error, also at the time limit */
export async function removeDependencies(job: string): Promise<void> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  await ConfinedFolder.with(job, async (folder) => {
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

async function empty(folder: ConfinedFolder, signal: AbortSignal): Promise<void> {
  for await (const { name } of folder.entries()) await removeTree(folder, name, signal);
}
