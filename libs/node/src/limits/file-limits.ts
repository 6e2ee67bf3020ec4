import type { NodeConfig } from '../config/node-config';
import { shownNames } from '../file-system/file-name';
import { MAX_DEPTH, ConfinedFolder, closing } from '../file-system/confined-folder';

/** Limits of a launch's directory. Sizes in apparent bytes. */
export interface FileLimits {
  files: number;
  fileBytes: number;
  directoryBytes: number;
}

const MEGABYTE = 2 ** 20;

export const fileLimits = (
  config: Pick<NodeConfig, 'FILES_LIMIT' | 'FILE_LIMIT_MB' | 'DIRECTORY_LIMIT_MB'>,
): FileLimits => ({
  files: config.FILES_LIMIT,
  fileBytes: config.FILE_LIMIT_MB * MEGABYTE,
  directoryBytes: config.DIRECTORY_LIMIT_MB * MEGABYTE,
});

interface Look extends FileLimits {
  seenFiles: number;
  seenBytes: number;
  signal: AbortSignal | undefined;
}

/**
 * Returns the exceeded limit, for people. Links are not followed, vanishing entries not counted. Undefined when no limit is
 * exceeded, also when `signal` ends the check or the directory is unreadable.
 */
export async function exceededFileLimit(
  root: string,
  limits: FileLimits,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const look: Look = { ...limits, seenFiles: 0, seenBytes: 0, signal };
  // An unreadable directory must hold up neither others nor the end of its job.
  return ConfinedFolder.with(root, (folder) => lookThrough(folder, [], look)).catch(() => undefined);
}

/** The entries of a folder are counted before their sizes are read, which takes fifty times as long. */
async function lookThrough(folder: ConfinedFolder, path: string[], look: Look): Promise<string | undefined> {
  const files: string[] = [];
  const folders: string[] = [];
  try {
    for await (const entry of folder.entries()) {
      if (look.signal?.aborted) return undefined;
      look.seenFiles += 1;
      if (look.seenFiles > look.files) return `more than ${look.files} files`;
      if (entry.isDirectory) folders.push(entry.name);
      else if (entry.isFile) files.push(entry.name);
    }
    for await (const { name, info } of folder.stats(files)) {
      if (look.signal?.aborted) return undefined;
      const excess = sizeExcess([...path, name], info.size, look);
      if (excess !== undefined) return excess;
    }
    for (const name of folders) {
      const excess = await lookInside(folder, [...path, name], look);
      if (excess !== undefined) return excess;
    }
  } catch {
    // Not readable for the node.
  }
  return undefined;
}

async function lookInside(parent: ConfinedFolder, path: string[], look: Look): Promise<string | undefined> {
  if (path.length > MAX_DEPTH) return `more than ${MAX_DEPTH} levels of folders`;
  const folder = await parent.folder(path.at(-1) ?? '', true);
  return closing(folder, (inside) => lookThrough(inside, path, look));
}

function sizeExcess(path: readonly string[], size: number, look: Look): string | undefined {
  if (size > look.fileBytes)
    return `${shownNames(path.join('/'))} is larger than ${megabytes(look.fileBytes)}`;
  look.seenBytes += size;
  if (look.seenBytes <= look.directoryBytes) return undefined;
  return `more than ${megabytes(look.directoryBytes)} in all files`;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;
