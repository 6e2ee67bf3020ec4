import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { isClosedFolder, isHiddenFolder } from '../files/shown-folders';
import { OUTPUT_FILES } from '../launches/launch-directory';
import type { FileLimits } from '../limits/directory-usage';
import { MAX_DEPTH, OpenFolder } from '../open-folder';

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
  /** Files and folders that are too many, too large or too deep: they are not in the zip. */
  leftOut: number;
  /** Fails with errors of the file system, when a file became shorter meanwhile, and when the signal is aborted. Destroy it. */
  bytes: Readable;
}

/**
 * Makes a zip of a directory while it is read. Links and special files are left out, and so is what
 * shown-folders.ts hides: what is for the moment, and what cluster, command and applications brought. Of a file that still
 * grows what it had at first is taken. The output of the process comes first, so that the limits spare it.
 *
 * @param limits how many entries, and how many bytes as files say them; what is more is left out
 * @param signal gives it up
 * @throws Error of the file system; what the signal says when it is aborted
 */
export async function zipDirectory(
  root: string,
  limits: FileLimits,
  signal: AbortSignal,
): Promise<ZippedDirectory> {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  const job = await OpenFolder.open(root);
  const made: Making = { zip, bytes, job, limits, signal, entries: 0, size: 0, small: 0, leftOut: 0 };
  const giveUp = (): void => void bytes.destroy(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  // What can't be read is told by the zip, not by its stream.
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
  /** Open until the zip is made or given up. */
  job: OpenFolder | undefined;
  limits: FileLimits;
  signal: AbortSignal;
  entries: number;
  /** Bytes of all files so far. */
  size: number;
  /** Bytes of small files that are in memory. */
  small: number;
  leftOut: number;
  /** What is open; nobody else ends it when the zip is given up. */
  stream?: Readable;
}

async function addAll(made: Making, folder: OpenFolder, path: readonly string[]): Promise<void> {
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

/** Names in order; no more than there may be entries. */
async function namesIn(made: Making, folder: OpenFolder, isRoot: boolean): Promise<string[]> {
  const names: string[] = [];
  const most = made.limits.files - made.entries;
  for await (const { name } of folder.entries()) {
    made.signal.throwIfAborted();
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

async function addFolder(
  made: Making,
  parent: OpenFolder,
  path: readonly string[],
  { mtime }: Stats,
): Promise<void> {
  if (made.entries >= made.limits.files || path.length > MAX_DEPTH) {
    made.leftOut += 1;
    return;
  }
  const name = path.join('/');
  made.zip.addEmptyDirectory(entryName(name), { mtime });
  made.entries += 1;
  if (isClosedFolder(name)) return;
  await parent.inside(path.slice(-1), (folder) => addAll(made, folder, path));
}

async function addFile(
  made: Making,
  folder: OpenFolder,
  path: readonly string[],
  { size, mtime, mode }: Stats,
): Promise<void> {
  const { zip, limits } = made;
  if (made.entries >= limits.files || size > limits.fileBytes || made.size + size > limits.directoryBytes) {
    made.leftOut += 1;
    return;
  }
  made.entries += 1;
  made.size += size;
  const name = entryName(path.join('/'));
  const compress = size >= DEFLATE_LEAST_BYTES && size < DEFLATE_LIMIT_BYTES;
  if (size <= SMALL_BYTES && made.small + size <= ALL_SMALL_BYTES) {
    made.small += size;
    zip.addBuffer(await readSmall(folder, path, size), name, { mtime, mode, compress });
    return;
  }
  zip.addReadStreamLazy(name, { size, mtime, mode, compress }, (done) => {
    openLarge(made, path, size).then(
      (stream) => done(undefined, stream),
      (error: unknown) => done(error, undefined as never),
    );
  });
}

async function readSmall(folder: OpenFolder, path: readonly string[], size: number): Promise<Buffer> {
  const file = present(await folder.file(path.at(-1) ?? ''), path);
  try {
    const bytes = Buffer.allocUnsafe(size);
    for (let read = 0; read < size;) {
      const { bytesRead } = await file.read(bytes, read, size - read, read);
      if (bytesRead === 0) throw new Error(`${path.join('/')} became shorter meanwhile`);
      read += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}

async function openLarge(made: Making, path: readonly string[], size: number): Promise<Readable> {
  const file = await made.job?.inside(path.slice(0, -1), (folder) => folder.file(path.at(-1) ?? ''));
  const stream = present(file, path).createReadStream({ end: size - 1, highWaterMark: READ_BYTES });
  made.stream = stream;
  if (made.bytes.destroyed) stream.destroy();
  return stream;
}

function present(file: FileHandle | undefined, path: readonly string[]): FileHandle {
  if (!file) throw new Error(`${path.join('/')} was replaced meanwhile`);
  return file;
}

/** A zip takes no name that another system could read as a drive. */
const entryName = (path: string): string => path.replace(/^([a-zA-Z]):/, '$1%3A');
