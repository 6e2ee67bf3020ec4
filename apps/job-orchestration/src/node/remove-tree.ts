import { randomUUID } from 'node:crypto';
import { isAbsent } from './atomic-file';
import { OpenFolder } from './open-folder';

/** Folders inside each other that are open at the same time; deeper ones are moved up first. */
const OPEN_DEPTH = 32;
/** A process that makes files as fast as they are removed must not keep the node busy for ever, ms. */
const LIMIT_MS = 600_000;

/**
 * Removes an entry of a folder with everything in it. Its owner may still write to it meanwhile: no link is followed, so
 * nothing outside is removed.
 *
 * @param signal gives it up
 * @throws Error of the file system; what the signal says when it is aborted
 */
export async function removeTree(parent: OpenFolder, name: string, signal: AbortSignal): Promise<void> {
  while (!(await removeFile(parent, name))) {
    await emptyInside(parent, name, 0, undefined, signal);
    try {
      return await parent.rmdir(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') return ignoreAbsent(error);
    }
  }
}

/**
 * Removes what is at `name` in the folder at the path `parent`, in ten minutes at the most; every folder above that must
 * belong to the node.
 *
 * @throws as {@link removeTree}
 */
export async function removeBelow(parent: string, name: string): Promise<void> {
  await OpenFolder.with(parent, (folder) => removeTree(folder, name, AbortSignal.timeout(LIMIT_MS)));
}

/** @param top gets the folders that are too deep, and will be emptied once more; undefined: it is the folder itself */
async function emptyInside(
  parent: OpenFolder,
  name: string,
  depth: number,
  top: OpenFolder | undefined,
  signal: AbortSignal,
): Promise<void> {
  const folder = await parent.folder(name, true);
  if (!folder) return;
  try {
    for await (const entry of folder.entries()) {
      signal.throwIfAborted();
      if (await removeFile(folder, entry.name)) continue;
      if (top && depth >= OPEN_DEPTH) {
        await folder.move(entry.name, top, `.removed-${randomUUID()}`);
        continue;
      }
      await emptyInside(folder, entry.name, depth + 1, top ?? folder, signal);
      // Not empty: something was made meanwhile. The caller looks again.
      await folder.rmdir(entry.name).catch(ignoreNotEmpty);
    }
  } finally {
    await folder.close();
  }
}

/** @returns false when it is a folder */
async function removeFile(folder: OpenFolder, name: string): Promise<boolean> {
  try {
    await folder.unlink(name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') return false;
    ignoreAbsent(error);
    return true;
  }
}

function ignoreAbsent(error: unknown): void {
  if (!isAbsent(error)) throw error;
}

function ignoreNotEmpty(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') ignoreAbsent(error);
}
