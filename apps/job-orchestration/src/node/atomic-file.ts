import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';

/**
 * Replaces a file so that a reader, also one after a crash, sees the old text or the new one, never a part.
 * A new file is sure to be there after a power cut only once its directory is synced too.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

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
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
