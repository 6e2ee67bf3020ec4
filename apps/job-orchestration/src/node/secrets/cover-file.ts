import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { OUTPUT_FILES } from '../launches/launch-directory';
import { MAX_DEPTH, type OpenFolder } from '../open-folder';
import { cover, reachOf, spansIn } from './mask';

/** Bytes looked at a time. */
const WINDOW_BYTES = 2 ** 20;
/** Folder of the logs of a job. */
const LOGS = ['.portolan', 'logs'] as const;

/** Tells whether values are covered in a file: what a process writes by itself, and what is written of it. */
export const isCovered = (path: string): boolean =>
  OUTPUT_FILES.some((name) => name === path) || path.startsWith(`${LOGS.join('/')}/`);

/** How values are covered in the files of one launch. */
export interface Covering {
  patterns: readonly Buffer[];
  /** Larger files are not looked through, bytes. */
  fileBytes: number;
  /** Files not yet searched when this aborts are withheld. */
  signal: AbortSignal;
  /** Takes an entry, a file or the folder of the logs, out of what is shown. @throws Error when it can't */
  withhold: (folder: OpenFolder, name: string) => Promise<void>;
}

/**
 * Covers values in the files of a launch that is over, where they are: sizes and times stay what they were. A file in
 * which that is not possible is withheld: one that belongs to somebody else, has several names, is too large, or can't be
 * written. Links and special files are left alone, for nobody is shown them.
 *
 * @throws Error of `withhold` alone
 */
export async function coverFiles(job: OpenFolder, covering: Covering): Promise<void> {
  for (const name of OUTPUT_FILES) await attempt(job, name, covering, () => coverFile(job, name, covering));
  const [parent, logs] = LOGS;
  await attempt(job, parent, covering, async () => {
    const folder = await unlocked(job, parent, () => job.folder(parent, true));
    if (!folder) return;
    try {
      await attempt(folder, logs, covering, () => coverFolder(folder, logs, 1, covering));
    } finally {
      await folder.close();
    }
  });
}

/** Withholds an entry when `work` fails. */
async function attempt(
  folder: OpenFolder,
  name: string,
  { withhold }: Covering,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch {
    await withhold(folder, name);
  }
}

async function coverFolder(
  parent: OpenFolder,
  name: string,
  depth: number,
  covering: Covering,
): Promise<void> {
  if (depth > MAX_DEPTH) throw new Error('too many folders inside each other');
  const folder = await unlocked(parent, name, () => parent.folder(name, true));
  if (!folder) return;
  try {
    for await (const entry of folder.entries()) {
      // The folder is withheld as a whole when time is over, for it may have very many files.
      covering.signal.throwIfAborted();
      await attempt(folder, entry.name, covering, () =>
        entry.isDirectory()
          ? coverFolder(folder, entry.name, depth + 1, covering)
          : coverFile(folder, entry.name, covering),
      );
    }
  } finally {
    await folder.close();
  }
}

async function coverFile(folder: OpenFolder, name: string, covering: Covering): Promise<void> {
  if (!(await folder.stat(name))?.isFile()) return;
  covering.signal.throwIfAborted();
  const file = await unlocked(folder, name, () => folder.file(name, constants.O_RDWR));
  if (!file) throw new Error('not a file of the job alone');
  try {
    const { atime, mtime, size } = await file.stat();
    if (size > covering.fileBytes) throw new Error('too large');
    if (await coverIn(file, covering)) await file.utimes(atime, mtime);
  } finally {
    await file.close();
  }
}

/** A job may have locked its own files; it runs as the node then, or the node may open them anyway. */
async function unlocked<T>(folder: OpenFolder, name: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    await folder.unlock(name);
    return open();
  }
}

async function coverIn(file: FileHandle, { patterns, signal }: Covering): Promise<boolean> {
  const reach = reachOf(patterns);
  const window = Buffer.alloc(WINDOW_BYTES + reach);
  let found = false;
  for (let position = 0; ;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(window, 0, window.length, position);
    const bytes = window.subarray(0, bytesRead);
    for (const span of spansIn(bytes, patterns)) {
      const length = span.end - span.start;
      await file.write(
        cover(Buffer.alloc(length), { start: 0, end: length }),
        0,
        length,
        position + span.start,
      );
      found = true;
    }
    if (bytesRead < window.length) return found;
    // The next window begins with what might be the beginning of a value.
    position += bytesRead - reach;
  }
}
