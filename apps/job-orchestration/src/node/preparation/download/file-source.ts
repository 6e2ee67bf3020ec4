import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { downloadFailed, type Content } from './source';

/**
 * Opens a file of the node's machine, when it lies below one of the roots. What counts is where links lead, looked
 * at after the file was opened.
 */
export async function openFile(url: string, roots: readonly string[]): Promise<Content> {
  const file = await open(pathOf(url), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const path = await realpath(`/proc/self/fd/${file.fd}`);
    if (!(await isBelow(path, roots)))
      throw downloadFailed(url, 'this node gives no files from there (FILE_ROOTS)', true);
    if (!(await file.stat()).isFile()) throw downloadFailed(url, 'that is no file', true);
    return { body: file.createReadStream(), validator: undefined };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw downloadFailed(url, 'not an address of a file', true);
  }
}

async function isBelow(path: string, roots: readonly string[]): Promise<boolean> {
  for (const root of roots) {
    const real = await realpath(root).catch(() => undefined);
    if (real !== undefined && path.startsWith(real.endsWith(sep) ? real : real + sep)) return true;
  }
  return false;
}
