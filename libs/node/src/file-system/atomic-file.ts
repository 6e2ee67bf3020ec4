import { randomBytes } from 'node:crypto';
import { closeSync, fsync, openSync, renameSync, writeSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Synchronous calls are faster than a hand-over to the thread pool, except for those that wait for the disk. */
const sync = promisify(fsync);

/**
 * Replaces a file: a reader, also one after a crash, sees the old text or the new one. A new file survives a power cut
 * only once its directory is synced, too.
 *
 * @param durable whether the new text must survive a power cut; if not, the old one may be there afterwards
 */
export async function replaceFile(path: string, text: string, durable = true): Promise<void> {
  const temporary = temporaryFor(path);
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, text);
    if (durable) await sync(file);
  } finally {
    closeSync(file);
  }
  await rename(temporary, path);
}

/** Creates a file at once, complete for every reader. @returns fulfilled when it survives a power cut @throws Error */
export function makeFile(path: string, text: string): Promise<void> {
  const temporary = temporaryFor(path);
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, text);
    renameSync(temporary, path);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  const synced = sync(file).finally(() => closeSync(file));
  // The awaiter handles the rejection; without an awaiter it must not end the process.
  synced.catch(() => undefined);
  return synced;
}

const temporaryFor = (path: string): string => `${path}.${randomBytes(4).toString('hex')}.tmp`;

/** Returns the text of a file; undefined when the file does not exist. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(undefinedIfAbsent);
}

/** Reports whether an error of the file system means that nothing is at that path. */
export const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Handles an error of the file system. @throws the error unless {@link isAbsent} */
export function undefinedIfAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

/** Reads synchronously. @returns undefined when nothing is at the path */
export function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    return undefinedIfAbsent(error);
  }
}

/** Parses the text of a file of the node. @returns undefined without valid JSON */
export function parseJson<T extends object>(text: string | undefined): T | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

export async function syncDirectory(path: string): Promise<void> {
  const directory = openSync(path, 'r');
  try {
    await sync(directory);
  } finally {
    closeSync(directory);
  }
}
