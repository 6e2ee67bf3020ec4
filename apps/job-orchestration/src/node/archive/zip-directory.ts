import { constants } from 'node:fs';
import { lstat, open as openFile, readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Larger files are stored as they are, so that a part of one can be read without reading all before it. */
const DEFLATE_LIMIT_BYTES = 2 ** 20;
/** What a job was given, not what it made (reference: jobs §6.6). */
const LEFT_OUT = /^\.portolan\/.*\/?dependencies$/;
/** Bytes read at a time. */
const READ_BYTES = 512 * 1024;

/** A directory on its way into a zip. */
export interface ZippedDirectory {
  /** None: then there is nothing to write. */
  entries: number;
  /** Fails with errors of the file system, and when a file became shorter meanwhile. */
  bytes: Readable;
}

/**
 * Makes a zip of a directory while it is read. Links and special files are left out, and so are the dependencies
 * that cluster, command and applications brought. Of a file that still grows what it had at first is taken.
 *
 * @throws Error of the file system
 */
export async function zipDirectory(root: string): Promise<ZippedDirectory> {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  // What can't be read is told by the zip, not by its stream.
  zip.on('error', (error: Error) => bytes.destroy(error));
  const open = new OpenFile();
  bytes.once('close', () => open.stream?.destroy());
  const entries = await addAll(zip, root, '', open);
  zip.end();
  return { entries, bytes };
}

/** What is being read; nobody else ends it when the zip is given up. */
class OpenFile {
  stream: Readable | undefined;
}

async function addAll(zip: ZipFile, root: string, folder: string, open: OpenFile): Promise<number> {
  let entries = 0;
  const real = await realpath(root).catch(() => root);
  for (const name of (await readdir(join(root, folder)).catch(noneIfAbsent)).sort()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const info = await lstat(join(root, path)).catch(() => undefined);
    if (info?.isDirectory()) {
      zip.addEmptyDirectory(entryName(path), { mtime: info.mtime });
      entries += 1 + (LEFT_OUT.test(path) ? 0 : await addAll(zip, root, path, open));
    } else if (info?.isFile()) {
      const { size, mtime, mode } = info;
      const options = { size, mtime, mode, compress: size < DEFLATE_LIMIT_BYTES };
      zip.addReadStreamLazy(entryName(path), options, (done) => {
        openRegular(real, join(root, path), size).then(
          (stream) => done(undefined, (open.stream = stream)),
          (error: unknown) => done(error, undefined as never),
        );
      });
      entries += 1;
    }
  }
  return entries;
}

/**
 * A file of the directory. Names may have come to lead elsewhere since they were listed: what counts is where the file
 * that was opened is.
 */
async function openRegular(root: string, path: string, size: number): Promise<Readable> {
  const file = await openFile(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const isOurs = (await realpath(`/proc/self/fd/${file.fd}`)).startsWith(root + sep);
  const isFile = isOurs && (await file.stat()).isFile();
  if (isFile && size > 0) return file.createReadStream({ end: size - 1, highWaterMark: READ_BYTES });
  await file.close();
  if (isFile) return Readable.from([]);
  throw new Error(`${path} was replaced meanwhile`);
}

/** A zip takes no name that another system could read as a drive. */
const entryName = (path: string): string => path.replace(/^([a-zA-Z]):/, '$1%3A');

function noneIfAbsent(error: unknown): string[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw error;
}
