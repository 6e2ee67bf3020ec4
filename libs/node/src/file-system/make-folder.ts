import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder of a setting, and those above it. `mkdir` of Node.js with `recursive` never ends where the system makes no folders, as
 * below `/proc`: it retries for ever, in a thread that files need. Others may create the same folders meanwhile. @throws Error of `mkdir`
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await makeOne(path, mode, true)) return;
  await makeFolder(dirname(path), mode);
  await makeOne(path, mode, false);
}

/** @returns false when the folder above is missing and may be */
async function makeOne(path: string, mode: number, mayLackParent: boolean): Promise<boolean> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (mayLackParent && code === 'ENOENT') return false;
    if (code !== 'EEXIST' || !(await isFolder(path))) throw error;
  }
  return true;
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
