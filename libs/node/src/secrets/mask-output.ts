import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { undefinedIfAbsent } from '../file-system/atomic-file';
import { closing, ConfinedFolder, MAX_DEPTH, unlocked } from '../file-system/confined-folder';
import { isOutputFile, OUTPUT_FILES, type LaunchDirectory } from '../launch-directory/launch-directory';
import { forgetSecrets, secretValues } from './launch-secrets';
import { maskSpan, patternsOf, reachOf, spansIn } from './mask';

/** Returns the values to mask in the output of a launch; undefined when the output cannot contain secrets. */
export async function maskedIn(directory: LaunchDirectory): Promise<Buffer[] | undefined> {
  const values = await secretValues(directory);
  return values && patternsOf(values);
}

/**
 * Masks the output of an ended launch permanently and forgets its secrets. Entries that cannot be masked are
 * withheld: moved out of the job's directory, in the worst case all of it.
 *
 * @returns the number of withheld entries
 * @throws Error when an entry can neither be masked nor withheld; the values are kept then
 */
export async function maskOutput(
  directory: LaunchDirectory,
  { fileBytes, ms }: { fileBytes: number; ms: number },
): Promise<number> {
  let withheld = 0;
  const withhold = async (folder: ConfinedFolder, name: string): Promise<void> => {
    if (await moveOut(directory, folder, name)) withheld += 1;
  };
  try {
    const patterns = (await maskedIn(directory)) ?? [];
    const signal = AbortSignal.timeout(ms);
    if (patterns.length > 0)
      await ConfinedFolder.with(directory.job, (job) =>
        maskFiles(job, { patterns, fileBytes, signal, withhold }),
      );
  } catch {
    await ConfinedFolder.with(directory.root, (root) => withhold(root, basename(directory.job)));
  }
  await forgetSecrets(directory);
  return withheld;
}

/** @returns false when the entry is gone already */
async function moveOut(directory: LaunchDirectory, folder: ConfinedFolder, name: string): Promise<boolean> {
  await mkdir(directory.withheld, { recursive: true, mode: 0o700 });
  try {
    await ConfinedFolder.with(directory.withheld, (target) => folder.move(name, target, randomUUID()));
    return true;
  } catch (error) {
    return undefinedIfAbsent(error) ?? false;
  }
}

const WINDOW_BYTES = 2 ** 20;
/** Folder of the logs of a job. */
const LOGS = ['.portolan', 'logs'] as const;

/** Reports whether values are masked in a file: in the output of the process and the logs about it. */
export const isMasked = (path: string): boolean =>
  isOutputFile(path) || path.startsWith(`${LOGS.join('/')}/`);

/** How values are masked in the files of one launch. */
interface Masking {
  patterns: readonly Buffer[];
  /** Larger files are not searched, bytes. */
  fileBytes: number;
  /** Files not yet searched when this aborts are withheld. */
  signal: AbortSignal;
  /** Removes an entry, a file or the folder of logs, from what is shown. @throws Error when that fails */
  withhold: (folder: ConfinedFolder, name: string) => Promise<void>;
}

/**
 * Masks values in the files of an ended launch in place: sizes and times stay. A file that cannot be masked is
 * withheld: it belongs to another user, has several links, is too large or not writable. Links and special files are
 * ignored because they are never shown.
 *
 * @throws Error of `withhold` only
 */
async function maskFiles(job: ConfinedFolder, masking: Masking): Promise<void> {
  for (const name of OUTPUT_FILES) await orWithhold(job, name, masking, () => maskFile(job, name, masking));
  const [parent, logs] = LOGS;
  await orWithhold(job, parent, masking, () =>
    inFolder(job, parent, (folder) =>
      orWithhold(folder, logs, masking, () => maskFolder(folder, logs, 1, masking)),
    ),
  );
}

async function orWithhold(
  folder: ConfinedFolder,
  name: string,
  { withhold }: Masking,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch {
    await withhold(folder, name);
  }
}

async function inFolder(
  parent: ConfinedFolder,
  name: string,
  work: (folder: ConfinedFolder) => Promise<void>,
): Promise<void> {
  await closing(await unlocked(parent, name, () => parent.folder(name, true)), work);
}

async function maskFolder(
  parent: ConfinedFolder,
  name: string,
  depth: number,
  masking: Masking,
): Promise<void> {
  if (depth > MAX_DEPTH) throw new Error('folders are nested too deeply');
  await inFolder(parent, name, async (folder) => {
    for await (const entry of folder.entries()) {
      // At the time limit the whole folder is withheld, because it may contain very many files.
      masking.signal.throwIfAborted();
      await orWithhold(folder, entry.name, masking, () =>
        entry.isDirectory
          ? maskFolder(folder, entry.name, depth + 1, masking)
          : maskFile(folder, entry.name, masking),
      );
    }
  });
}

async function maskFile(folder: ConfinedFolder, name: string, masking: Masking): Promise<void> {
  if (!(await folder.stat(name))?.isFile()) return;
  masking.signal.throwIfAborted();
  const file = await unlocked(folder, name, () => folder.file(name, constants.O_RDWR));
  if (!file) throw new Error('not a regular file of the job with a single link');
  await closing(file, async () => {
    const { atimeMs, mtimeMs, size } = await file.stat();
    if (size > masking.fileBytes) throw new Error('too large');
    if (await maskIn(file, masking)) await file.utimes(atimeMs / 1000, mtimeMs / 1000);
  });
}

async function maskIn(file: FileHandle, { patterns, signal }: Masking): Promise<boolean> {
  const reach = reachOf(patterns);
  const window = Buffer.alloc(WINDOW_BYTES + reach);
  let found = false;
  // Bytes at the begin of the window, as they were before they were masked: a value may begin in them.
  let kept = 0;
  for (let position = 0; ;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(window, kept, window.length - kept, position + kept);
    const filled = kept + bytesRead;
    for (const { start, end } of spansIn(window.subarray(0, filled), patterns)) {
      const length = end - start;
      await file.write(
        maskSpan(Buffer.alloc(length), { start: 0, end: length }),
        0,
        length,
        position + start,
      );
      found = true;
    }
    if (filled < window.length) return found;
    window.copyWithin(0, filled - reach);
    position += filled - reach;
    kept = reach;
  }
}
