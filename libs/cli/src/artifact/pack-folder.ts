import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { usageError } from '../failure/cli-error.ts';

const MANIFEST = 'worker.json';
/** The time of every entry, so that equal folders make equal artifacts: the earliest of the format, in local time. */
const EPOCH = new Date(1980, 0, 1);
const [PLAIN, EXECUTABLE] = [0o100644, 0o100755];

export interface Packed {
  file: string;
  files: number;
  bytes: number;
  sha256: string;
}

/**
 * Packs the folder of a streaming job, which has a `worker.json`, as the artifact that nodes run. Hidden files are left out.
 * @throws CliError for a folder that is no job
 */
export async function packFolder(folder: string, file: string): Promise<Packed> {
  await checkManifest(join(folder, MANIFEST));
  const names = await filesOf(folder, file);
  const draft = `${file}.${process.pid}.part`;
  try {
    const zip = new ZipFile();
    for (const { name, mode } of names)
      zip.addFile(join(folder, name), name.split(sep).join('/'), {
        ...{ mtime: EPOCH, forceDosTimestamp: true, mode },
      });
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(draft));
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { file, files: names.length, bytes: (await lstat(file)).size, sha256: hash.digest('hex') };
}

async function checkManifest(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(
      error.code === 'ENOENT' ? `there is no file ${path}` : `cannot read ${path}: ${error.code}`,
      'a streaming job has a worker.json with its command',
    );
  });
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw usageError(`${path} is not JSON: ${(error as Error).message}`);
  }
  const { command } = (manifest ?? {}) as { command?: unknown };
  const isCommand =
    Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string');
  if (!isCommand)
    throw usageError(`${path}: command must be a list of texts`, 'for example ["node", "main.js"]');
}

/** Returns the plain files below a folder in the order of their names, without the artifact itself. */
async function filesOf(folder: string, artifact: string): Promise<{ name: string; mode: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.isDirectory() || path === artifact || name.split(sep).some((part) => part.startsWith('.')))
      continue;
    if (!entry.isFile())
      throw usageError(`${path} is not a regular file`, 'an artifact contains regular files only');
    const isExecutable = ((await lstat(path)).mode & 0o111) !== 0;
    found.push({ name, mode: isExecutable ? EXECUTABLE : PLAIN });
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}
