import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { modifiedAt } from '../files/file-answer';
import { readBytes } from '../files/growing-disk-file';
import { isClosedFolder, isHiddenFolder } from '../files/shown-folders';
import { OUTPUT_FILES } from '../launch-directory/launch-directory';
import type { FileLimits } from '../limits/file-limits';
import { isShowable } from '../file-system/file-name';
import { MAX_DEPTH, ConfinedFolder, closing } from '../file-system/confined-folder';

/** Larger files are stored uncompressed, so that a range is readable alone. Tiny files gain nothing from compression. */
const DEFLATE_LIMIT_BYTES = 2 ** 20;
const DEFLATE_LEAST_BYTES = 1024;
const READ_BYTES = 512 * 1024;
/** Files up to `SMALL_BYTES` are read whole, at most `ALL_SMALL_BYTES` at a time: a stream per file is slower. */
const SMALL_BYTES = 64 * 1024;
const ALL_SMALL_BYTES = 1024 * 1024;

/** A directory that is being written as a zip. */
export interface ZippedDirectory {
  /** 0: there is nothing to archive. */
  entries: number;
  /** Files and folders left out: they exceed the limits in number, size or depth, have a name that no archive can hold, or are closed to the node. */
  leftOut: number;
  /** Fails with errors of the file system, when a file shrinks, and when the signal aborts. The caller destroys it. */
  bytes: Readable;
}

/**
 * Writes a directory as a zip while reading it, without links, special files, hidden folders (shown-folders.ts) and what
 * exceeds the limits. A growing file keeps its first size. `stdout` and `stderr` come first, so that the limits spare them.
 *
 * @throws Error of the file system; the reason of the signal
 */
export async function zipDirectory(
  root: string,
  limits: FileLimits,
  signal: AbortSignal,
): Promise<ZippedDirectory> {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  const job = await ConfinedFolder.open(root);
  const made: Making = { zip, bytes, job, limits, signal, entries: 0, size: 0, small: 0, leftOut: 0 };
  const giveUp = (): void => void bytes.destroy(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  // The signal may abort before the caller reads: without a listener, the error would end the process. Readers still get it.
  bytes.on('error', () => undefined);
  // The zip reports read errors; its stream does not.
  zip.on('error', (error: Error) => bytes.destroy(error));
  bytes.once('close', () => {
    signal.removeEventListener('abort', giveUp);
    made.stream?.destroy();
    void job?.close();
  });
  try {
    if (job) await addAll(made, job, []);
  } catch (error) {
    bytes.destroy();
    throw error;
  }
  zip.end();
  return { entries: made.entries, leftOut: made.leftOut, bytes };
}

interface Making {
  zip: ZipFile;
  bytes: Readable;
  /** Open until the zip is complete or cancelled. */
  job: ConfinedFolder | undefined;
  limits: FileLimits;
  signal: AbortSignal;
  entries: number;
  size: number;
  small: number;
  leftOut: number;
  /** The open file stream; must be destroyed here when the zip is cancelled. */
  stream?: Readable;
}

async function addAll(made: Making, folder: ConfinedFolder, path: readonly string[]): Promise<void> {
  for (const name of await namesIn(made, folder, path.length === 0)) {
    made.signal.throwIfAborted();
    const info = await folder.stat(name);
    if (!info || !folder.isReadable(info)) continue;
    const inside = [...path, name];
    if (info.isDirectory()) {
      if (!isHiddenFolder(name)) await addFolder(made, folder, inside, info);
    } else if (info.isFile()) await addFile(made, folder, inside, info);
  }
}

/** Returns the names of a folder in order, at most as many as the limit of entries still allows; in the root, the output of the job comes first. */
async function namesIn(made: Making, folder: ConfinedFolder, isRoot: boolean): Promise<string[]> {
  const names: string[] = [];
  const most = made.limits.files - made.entries;
  for await (const { name } of folder.entries()) {
    made.signal.throwIfAborted();
    if (!isShowable(name)) {
      made.leftOut += 1;
      continue;
    }
    if (names.length >= most) {
      made.leftOut += 1;
      break;
    }
    names.push(name);
  }
  names.sort();
  if (!isRoot) return names;
  const output = OUTPUT_FILES.filter((name) => names.includes(name));
  return [...output, ...names.filter((name) => !output.some((one) => one === name))];
}

async function addFolder(made: Making, parent: ConfinedFolder, path: string[], info: Stats): Promise<void> {
  if (made.entries >= made.limits.files || path.length > MAX_DEPTH) {
    made.leftOut += 1;
    return;
  }
  const name = path.join('/');
  made.zip.addEmptyDirectory(entryName(name), { mtime: new Date(modifiedAt(info)) });
  made.entries += 1;
  if (isClosedFolder(name)) return;
  await unlessRefused(made, () => parent.inside(path.slice(-1), (folder) => addAll(made, folder, path)));
}

async function addFile(made: Making, folder: ConfinedFolder, path: string[], info: Stats): Promise<void> {
  const { zip, limits } = made;
  const { size, mode } = info;
  const mtime = new Date(modifiedAt(info));
  if (made.entries >= limits.files || size > limits.fileBytes || made.size + size > limits.directoryBytes) {
    made.leftOut += 1;
    return;
  }
  const name = entryName(path.join('/'));
  const compress = size >= DEFLATE_LEAST_BYTES && size < DEFLATE_LIMIT_BYTES;
  const isSmall = size <= SMALL_BYTES && made.small + size <= ALL_SMALL_BYTES;
  const content = await unlessRefused(made, () => readSmall(folder, path, isSmall ? size : 0));
  if (!content) return;
  made.entries += 1;
  made.size += size;
  if (isSmall) {
    made.small += size;
    zip.addBuffer(content, name, { mtime, mode, compress });
    return;
  }
  zip.addReadStreamLazy(name, { size, mtime, mode, compress }, (done) => {
    openLarge(made, path, size).then(
      (stream) => done(undefined, stream),
      (error: unknown) => done(error, undefined as never),
    );
  });
}

/** Counts what a job has closed to its own account, which is the node's. @returns undefined for such an entry */
async function unlessRefused<T>(made: Making, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    made.leftOut += 1;
    return undefined;
  }
}

/** Reads the first bytes of a file; of a large one none, to learn whether it can be opened. */
async function readSmall(folder: ConfinedFolder, path: readonly string[], size: number): Promise<Buffer> {
  const file = present(await folder.file(path.at(-1) ?? ''), path);
  const bytes = await closing(file, () => readBytes(file, 0, size));
  if (bytes?.length !== size) throw new Error(`${path.join('/')} shrank while it was archived`);
  return bytes;
}

async function openLarge(made: Making, path: readonly string[], size: number): Promise<Readable> {
  const file = await made.job?.inside(path.slice(0, -1), (folder) => folder.file(path.at(-1) ?? ''));
  const stream = present(file, path).createReadStream({ end: size - 1, highWaterMark: READ_BYTES });
  made.stream = stream;
  if (made.bytes.destroyed) stream.destroy();
  return stream;
}

function present(file: FileHandle | undefined, path: readonly string[]): FileHandle {
  if (!file) throw new Error(`${path.join('/')} was replaced while it was archived`);
  return file;
}

/** The zip library refuses names that look like Windows drives. */
const entryName = (path: string): string => path.replace(/^([a-zA-Z]):/, '$1%3A');
