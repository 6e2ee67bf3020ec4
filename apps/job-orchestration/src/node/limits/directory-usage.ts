import type { NodeConfig } from '../node-config';
import { MAX_DEPTH, OpenFolder } from '../open-folder';

/** Bounds of what a launch may have in its directory (reference: jobs §4.6). Sizes in bytes, as files say them. */
export interface FileLimits {
  files: number;
  fileBytes: number;
  directoryBytes: number;
}

const MEGABYTE = 2 ** 20;

/** The bounds of a node. */
export const fileLimits = (
  config: Pick<NodeConfig, 'FILES_LIMIT' | 'FILE_LIMIT_MB' | 'DIRECTORY_LIMIT_MB'>,
): FileLimits => ({
  files: config.FILES_LIMIT,
  fileBytes: config.FILE_LIMIT_MB * MEGABYTE,
  directoryBytes: config.DIRECTORY_LIMIT_MB * MEGABYTE,
});

/** How far a look through a directory is. */
interface Look extends FileLimits {
  seenFiles: number;
  seenBytes: number;
  signal: AbortSignal | undefined;
}

/**
 * Looks through a directory until something is too much. Links are not followed; what vanishes meanwhile does
 * not count.
 *
 * @param signal ends the look without a result
 * @returns what is too much, for people; undefined when nothing is
 */
export async function excessIn(
  root: string,
  limits: FileLimits,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const look: Look = { ...limits, seenFiles: 0, seenBytes: 0, signal };
  // A directory that may not be opened must hold up neither others nor the end of its job.
  return OpenFolder.with(root, (folder) => lookThrough(folder, [], look)).catch(() => undefined);
}

async function lookThrough(
  folder: OpenFolder,
  path: readonly string[],
  look: Look,
): Promise<string | undefined> {
  try {
    for await (const entry of folder.entries()) {
      if (look.signal?.aborted) return undefined;
      look.seenFiles += 1;
      if (look.seenFiles > look.files) return `more than ${look.files} files`;
      const inside = [...path, entry.name];
      const excess = entry.isDirectory()
        ? await lookInside(folder, inside, look)
        : entry.isFile() && sizeExcess(inside, (await folder.stat(entry.name))?.size ?? 0, look);
      if (excess) return excess;
    }
  } catch {
    // Not ours to read.
  }
  return undefined;
}

async function lookInside(
  parent: OpenFolder,
  path: readonly string[],
  look: Look,
): Promise<string | undefined> {
  if (path.length > MAX_DEPTH) return `more than ${MAX_DEPTH} folders inside each other`;
  const folder = await parent.folder(path.at(-1) ?? '', true);
  try {
    return folder && (await lookThrough(folder, path, look));
  } finally {
    await folder?.close();
  }
}

function sizeExcess(path: readonly string[], size: number, look: Look): string | undefined {
  if (size > look.fileBytes) return `${path.join('/')} is larger than ${megabytes(look.fileBytes)}`;
  look.seenBytes += size;
  return look.seenBytes > look.directoryBytes
    ? `more than ${megabytes(look.directoryBytes)} in all files`
    : undefined;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;
