import { createReadStream, type Stats } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { isClosedFolder, isHiddenFolder } from '../files/shown-folders';
import { openRegular, readRegular } from './read-regular';

/**
 * Larger files are stored as they are, so that a part of one can be read without reading all before it; smaller ones
 * too, for there is nothing to win.
 */
const DEFLATE_LIMIT_BYTES = 2 ** 20;
const DEFLATE_LEAST_BYTES = 1024;
/** Bytes read at a time. */
const READ_BYTES = 512 * 1024;
/** Files of so many bytes are read at once, until these many bytes of them are in memory: a stream for each takes longer. */
const SMALL_BYTES = 64 * 1024;
const ALL_SMALL_BYTES = 1024 * 1024;

/** A directory on its way into a zip. */
export interface ZippedDirectory {
  /** None: then there is nothing to write. */
  entries: number;
  /** Fails with errors of the file system, and when a file became shorter meanwhile. */
  bytes: Readable;
}

/**
 * Makes a zip of a directory while it is read. Links and special files are left out, and so is what
 * shown-folders.ts hides: what is for the moment, and what cluster, command and applications brought. Of a file that still grows what it had at first is taken.
 *
 * @throws Error of the file system
 */
export async function zipDirectory(root: string): Promise<ZippedDirectory> {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  // What can't be read is told by the zip, not by its stream.
  zip.on('error', (error: Error) => bytes.destroy(error));
  const reading: Reading = { small: 0, stream: undefined };
  bytes.once('close', () => reading.stream?.destroy());
  const entries = await addAll(zip, root, '', reading);
  zip.end();
  return { entries, bytes };
}

interface Reading {
  /** Bytes of small files that are in memory. */
  small: number;
  /** What is open; nobody else ends it when the zip is given up. */
  stream: Readable | undefined;
}

async function addAll(zip: ZipFile, root: string, folder: string, reading: Reading): Promise<number> {
  let entries = 0;
  const real = await realpath(root).catch(() => root);
  for (const name of (await readdir(join(root, folder)).catch(noneIfAbsent)).sort()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const info = await lstat(join(root, path)).catch(() => undefined);
    if (info?.isDirectory()) {
      if (isHiddenFolder(name)) continue;
      zip.addEmptyDirectory(entryName(path), { mtime: info.mtime });
      entries += 1 + (isClosedFolder(path) ? 0 : await addAll(zip, root, path, reading));
    } else if (info?.isFile()) {
      addFile(zip, entryName(path), join(root, path), real, info, reading);
      entries += 1;
    }
  }
  return entries;
}

function addFile(
  zip: ZipFile,
  name: string,
  path: string,
  root: string,
  { size, mtime, mode }: Pick<Stats, 'size' | 'mtime' | 'mode'>,
  reading: Reading,
): void {
  const compress = size >= DEFLATE_LEAST_BYTES && size < DEFLATE_LIMIT_BYTES;
  if (size <= SMALL_BYTES && reading.small + size <= ALL_SMALL_BYTES) {
    reading.small += size;
    zip.addBuffer(readRegular(root, path, size), name, { mtime, mode, compress });
    return;
  }
  zip.addReadStreamLazy(name, { size, mtime, mode, compress }, (done) => {
    try {
      const fd = openRegular(root, path);
      reading.stream = createReadStream('', { fd, end: size - 1, highWaterMark: READ_BYTES });
      done(undefined, reading.stream);
    } catch (error) {
      done(error, undefined as never);
    }
  });
}

/** A zip takes no name that another system could read as a drive. */
const entryName = (path: string): string => path.replace(/^([a-zA-Z]):/, '$1%3A');

function noneIfAbsent(error: unknown): string[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw error;
}
