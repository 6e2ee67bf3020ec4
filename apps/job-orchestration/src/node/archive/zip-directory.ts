import { createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Larger files are stored as they are, so that a part of one can be read without reading all before it. */
const DEFLATE_LIMIT_BYTES = 2 ** 20;
/** What a job was given, not what it made (reference: jobs §6.6). */
const LEFT_OUT = /^\.portolan\/.*\/?dependencies$/;

/**
 * Writes a directory as a zip, which is there whole or not at all. Links and special files are left out, and
 * so are the dependencies that cluster, command and applications brought.
 *
 * @returns how many entries it has; nothing is written for none
 * @throws Error of the file system, or when a file changes meanwhile
 */
export async function zipDirectory(root: string, target: string, mark: string): Promise<number> {
  const zip = new ZipFile();
  const entries = await addAll(zip, root, '');
  if (entries === 0) return 0;
  zip.end();
  const temporary = `${target}.${mark}.part`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await Promise.race([pipeline(zip.outputStream, createWriteStream(temporary)), failure(zip)]);
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
  return entries;
}

/** What can't be read is told by the zip, not by its stream. */
const failure = (zip: ZipFile): Promise<never> =>
  new Promise((_resolve, reject) => zip.on('error', reject as (error: Error) => void));

async function addAll(zip: ZipFile, root: string, folder: string): Promise<number> {
  let entries = 0;
  for (const name of (await readdir(join(root, folder)).catch(noneIfAbsent)).sort()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const info = await lstat(join(root, path)).catch(() => undefined);
    if (info?.isDirectory()) {
      zip.addEmptyDirectory(entryName(path), { mtime: info.mtime });
      entries += 1 + (LEFT_OUT.test(path) ? 0 : await addAll(zip, root, path));
    } else if (info?.isFile()) {
      zip.addFile(join(root, path), entryName(path), {
        mtime: info.mtime,
        mode: info.mode,
        compress: info.size < DEFLATE_LIMIT_BYTES,
      });
      entries += 1;
    }
  }
  return entries;
}

/** A zip takes no name that another system could read as a drive. */
const entryName = (path: string): string => path.replace(/^([a-zA-Z]):/, '$1%3A');

function noneIfAbsent(error: unknown): string[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw error;
}
