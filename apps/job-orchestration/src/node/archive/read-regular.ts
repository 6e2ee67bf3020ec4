import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * Opens a file of a directory for reading. Names may have come to lead elsewhere since they were listed: what counts is
 * where the file that was opened is. It is there already, so this waits for no disk.
 *
 * @param root real path of the directory
 * @throws Error of the file system, or when it is no regular file of the directory any more
 */
export function openRegular(root: string, path: string): number {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (realpathSync.native(`/proc/self/fd/${file}`).startsWith(root + sep) && fstatSync(file).isFile())
      return file;
    throw new Error(`${path} was replaced meanwhile`);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The first bytes of such a file. @throws as {@link openRegular}, and when it has become shorter */
export function readRegular(root: string, path: string, size: number): Buffer {
  const file = openRegular(root, path);
  try {
    const bytes = Buffer.allocUnsafe(size);
    for (let read = 0; read < size;) {
      const more = readSync(file, bytes, read, size - read, read);
      if (more === 0) throw new Error(`${path} became shorter meanwhile`);
      read += more;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}
