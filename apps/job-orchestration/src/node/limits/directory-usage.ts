import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bounds of what a launch may have in its directory (reference: jobs §4.6). Sizes in bytes. */
export interface FileLimits {
  files: number;
  fileBytes: number;
  directoryBytes: number;
}

/**
 * Looks through a directory until something is too much. Links are not followed; what vanishes meanwhile does
 * not count.
 *
 * @returns what is too much, for people; undefined when nothing is
 */
export async function excessIn(root: string, limits: FileLimits): Promise<string | undefined> {
  let files = 0;
  let bytes = 0;
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      files += 1;
      if (files > limits.files) return `more than ${limits.files} files`;
      if (!entry.isFile()) continue;
      const size = await lstat(path).then(
        (info) => info.size,
        () => 0,
      );
      if (size > limits.fileBytes)
        return `${path.slice(root.length + 1)} is larger than ${megabytes(limits.fileBytes)}`;
      bytes += size;
      if (bytes > limits.directoryBytes) return `more than ${megabytes(limits.directoryBytes)} in all files`;
    }
  }
  return undefined;
}

async function* entriesOf(folder: string) {
  try {
    yield* await opendir(folder);
  } catch {
    // Removed meanwhile, or not ours to read.
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
