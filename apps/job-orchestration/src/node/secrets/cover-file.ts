import { constants } from 'node:fs';
import { chmod, lstat, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from '../atomic-file';
import { cover, reachOf, spansIn } from './mask';

/** Bytes looked at a time. */
const WINDOW_BYTES = 2 ** 20;
/** Folder of the logs of a job. */
const LOGS = join('.portolan', 'logs');

/** Tells whether values are covered in a file: what a process writes by itself, and what is written of it. */
export const isCovered = (path: string): boolean =>
  path === 'stdout' || path === 'stderr' || path.startsWith(`${LOGS}/`);

/**
 * Covers values in the files of a launch that is over, where they are: sizes and times stay what they were. A file in
 * which that is not possible is removed.
 */
export async function coverFiles(directory: string, patterns: readonly Buffer[]): Promise<void> {
  if (patterns.length === 0) return;
  const logs = await readdir(join(directory, LOGS)).catch(() => []);
  for (const name of ['stdout', 'stderr', ...logs.map((log) => join(LOGS, log))]) {
    const path = join(directory, name);
    const info = await lstat(path).catch(() => undefined);
    // Links are neither served nor archived.
    if (!info?.isFile()) continue;
    try {
      await coverFile(path, patterns);
    } catch (error) {
      if (!isAbsent(error)) await rm(path, { force: true });
    }
  }
}

async function coverFile(path: string, patterns: readonly Buffer[]): Promise<void> {
  const flags = constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    await chmod(path, 0o600);
    return open(path, flags);
  });
  try {
    const { atime, mtime } = await file.stat();
    if (await coverIn(file, patterns)) await file.utimes(atime, mtime);
  } finally {
    await file.close();
  }
}

async function coverIn(file: FileHandle, patterns: readonly Buffer[]): Promise<boolean> {
  const reach = reachOf(patterns);
  const window = Buffer.alloc(WINDOW_BYTES + reach);
  let found = false;
  for (let position = 0; ;) {
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
