import { randomBytes } from 'node:crypto';
import { closeSync, fsync, openSync, renameSync, writeSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What waits for the disk is done elsewhere; the rest takes less time than to have it done elsewhere. */
const sync = promisify(fsync);

/**
 * Replaces a file so that a reader, also one after a crash, sees the old text or the new one, never a part.
 * A new file is sure to be there after a power cut only once its directory is synced too.
 *
 * @param durable whether the new text must be there after a power cut; if not, the old one may be
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

/**
 * Makes a file at once: whole or not at all for every reader, and there for whoever comes after this process. What a power
 * cut leaves of it is sure only when the promise is fulfilled.
 *
 * @returns the way of its text to the disk
 * @throws Error when it can't be written
 */
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
  // Who waits for it hears of an error; where nobody does it must not end the process.
  synced.catch(() => undefined);
  return synced;
}

const temporaryFor = (path: string): string => `${path}.${randomBytes(4).toString('hex')}.tmp`;

/** The file's text; undefined when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Tells whether an error of the file system means that there is nothing under that path. */
export const isAbsent = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
};

/** Puts the names of a directory on the disk. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = openSync(path, 'r');
  try {
    await sync(directory);
  } finally {
    closeSync(directory);
  }
}
