import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, utimes, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { answerError } from '../connection/answered-error.ts';
import type { Transport } from '../connection/transport.ts';
import { CliError, ExitCode } from '../failure/cli-error.ts';
import { locally, makeFolder } from '../local/local-files.ts';
import { persistently, type Persistence } from '../transfer/persist.ts';
import { pour } from '../transfer/pour.ts';
import type { RemoteFile } from './listing.ts';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
const PARTIAL = 206;
const NOTHING_LEFT = 416;

/** Where a file goes. */
export interface Destination {
  /** Exists, or is created; everything stays below it. */
  folder: string;
  /** Plain names. */
  segments: readonly string[];
}

/** The outcome for one file: written, or kept because it was complete. */
export type Download = 'written' | 'kept';

/**
 * Creates the folders of a path below `root`, and refuses to walk through links: something else may have put them there.
 * @returns the path of the last folder
 */
async function makeFolders(root: string, segments: readonly string[]): Promise<string> {
  await makeFolder(root);
  let path = root;
  for (const segment of segments) {
    path = join(path, segment);
    const made = mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await locally(path, made);
    if (!(await lstat(path)).isDirectory())
      throw new CliError(`${path} is in the way: it is not a folder`, ExitCode.OfCommand);
  }
  return path;
}

/** An archive keeps whole seconds: a file has the same time before and after it is archived. */
const secondOf = (ms: number): number => Math.floor(ms / 1000);

/**
 * Reports whether a local file has the size and time of the remote one, and need not be read again. @throws CliError when the
 * path holds something that a file must not replace: a device such as `/dev/null`, a queue, a folder, a link such as `/dev/stdout`
 */
async function isSame(path: string, { size, lastModified }: RemoteFile): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isFile()) {
    const kind = found.isSymbolicLink() ? 'it is a link' : 'it is not a file';
    throw new CliError(`${path} is in the way: ${kind}`, ExitCode.OfCommand);
  }
  return found?.size === size && secondOf(found.mtimeMs) === secondOf(Date.parse(lastModified));
}

/** Returns the name of an unfinished file: another version of the remote file has another one. */
function partName({ segments, size, lastModified }: RemoteFile): string {
  const version = JSON.stringify([segments, size, secondOf(Date.parse(lastModified))]);
  return `.portolan-${createHash('sha256').update(version).digest('hex').slice(0, 16)}.part`;
}

/**
 * Brings one file. An unfinished download of the same version is continued; the file appears under its name when it is whole.
 * @param passed called with the bytes of each piece
 */
export async function download(
  transport: Transport,
  url: string,
  file: RemoteFile,
  { folder, segments }: Destination,
  persistence: Persistence,
  passed: (bytes: number) => void,
): Promise<Download> {
  const target = await makeFolders(folder, segments.slice(0, -1));
  const path = join(target, segments.at(-1) ?? '');
  if (await isSame(path, file)) {
    passed(file.size);
    return 'kept';
  }
  const part = join(target, partName(file));
  await persistently(
    async (reached) => fetchInto({ part, path }, transport, url, persistence.signal, passed, reached),
    persistence,
  );
  const time = new Date(file.lastModified);
  await locally(
    path,
    utimes(part, time, time).then(() => rename(part, path)),
  );
  return 'written';
}

/** Appends what is missing of a file. */
async function fetchInto(
  { part, path }: { part: string; path: string },
  transport: Transport,
  url: string,
  signal: AbortSignal,
  passed: (bytes: number) => void,
  reached: () => void,
): Promise<void> {
  const begin = (await lstat(part).catch(() => undefined))?.size ?? 0;
  const headers: Record<string, string> = begin > 0 ? { range: `bytes=${begin}-` } : {};
  const answer = await transport.open({ url, headers, signal });
  const status = answer.statusCode ?? 0;
  reached();
  if (status === NOTHING_LEFT && begin > 0) {
    answer.destroy();
    return passed(begin);
  }
  if (status >= 400) throw await answerError(answer, 'GET', url);
  const isContinued = status === PARTIAL;
  if (isContinued) passed(begin);
  const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | (isContinued ? O_APPEND : O_TRUNC);
  try {
    const handle = await locally(path, open(part, flags, 0o644));
    try {
      await pour(answer, (bytes) => locally(path, writeAll(handle, bytes)).then(() => passed(bytes.length)));
    } finally {
      await handle.close();
    }
  } finally {
    answer.destroy();
  }
}

/** A disk that is nearly full takes a part of a piece. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  const { bytesWritten } = await handle.write(bytes);
  if (bytesWritten < bytes.length) await writeAll(handle, bytes.subarray(bytesWritten));
}
