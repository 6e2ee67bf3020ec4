import { randomUUID } from 'node:crypto';
import { undefinedIfAbsent } from './atomic-file';
import { ConfinedFolder, closing, unlocked } from './confined-folder';

/** Nested folders that are open at the same time; deeper ones are moved up first. */
const OPEN_DEPTH = 32;
/** A process that creates files as fast as they are removed must not keep the node busy for ever, ms. */
const LIMIT_MS = 600_000;

/** Removes an entry with its contents, following no links; its owner may still write. @throws Error */
export async function removeTree(parent: ConfinedFolder, name: string, signal: AbortSignal): Promise<void> {
  while (!(await removeFile(parent, name))) {
    await emptyInside(parent, name, signal);
    try {
      return await parent.rmdir(name);
    } catch (error) {
      if (!isFilled(error)) return undefinedIfAbsent(error);
    }
  }
}

/** Removes `name` at the path `parent` within ten minutes. Every folder above must belong to the node. @throws Error */
export async function removeBelow(parent: string, name: string): Promise<void> {
  await ConfinedFolder.with(parent, (folder) => removeTree(folder, name, AbortSignal.timeout(LIMIT_MS)));
}

/** @param top receives folders that are too deep and is emptied again afterwards; undefined: the folder itself */
async function emptyInside(
  parent: ConfinedFolder,
  name: string,
  signal: AbortSignal,
  depth = 0,
  top?: ConfinedFolder,
): Promise<void> {
  await closing(await unlocked(parent, name, () => parent.folder(name, true)), async (folder) => {
    for await (const entry of folder.entries()) {
      signal.throwIfAborted();
      if (await removeFile(folder, entry.name)) continue;
      if (top && depth >= OPEN_DEPTH) {
        await folder.move(entry.name, top, `.removed-${randomUUID()}`);
        continue;
      }
      await emptyInside(folder, entry.name, signal, depth + 1, top ?? folder);
      // Not empty: an entry was created concurrently. The caller retries.
      await folder.rmdir(entry.name).catch((error: unknown) => {
        if (!isFilled(error)) undefinedIfAbsent(error);
      });
    }
  });
}

/** @returns false for a folder */
async function removeFile(folder: ConfinedFolder, name: string, isOpen = false): Promise<boolean> {
  try {
    await folder.unlink(name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EISDIR') return false;
    if (code === 'EACCES' && !isOpen) {
      // The job has made its folder read-only, as caches of packages are; it belongs to the account of the node.
      await folder.chmod(0o700);
      return removeFile(folder, name, true);
    }
    undefinedIfAbsent(error);
  }
  return true;
}

const isFilled = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOTEMPTY';
