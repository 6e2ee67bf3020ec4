import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { open, type Entry, type ZipFile } from 'yauzl';
import { placeInside } from './inside';
import { LaunchFailed } from './launch-failed';

const MEGABYTE = 2 ** 20;
const TYPE_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/** Bounds of one zip. */
export interface UnzipLimits {
  maxMegabytes: number;
  maxEntries: number;
}

/**
 * Unpacks a zip into a directory. Entries that would leave it, symbolic links, encrypted entries and zips
 * beyond the limits (counted as they come out, not as the zip claims) are refused.
 *
 * @throws LaunchFailed `artifactInvalid` that names the zip or the entry
 */
export async function unzip(
  path: string,
  name: string,
  root: string,
  limits: UnzipLimits,
  signal: AbortSignal,
): Promise<void> {
  try {
    const zip = await openZip(path);
    if (zip.entryCount > limits.maxEntries)
      throw new LaunchFailed('artifactInvalid', `${name} has more than ${limits.maxEntries} entries`, true);
    await unpack(zip, name, root, limits, signal);
  } catch (error) {
    if (error instanceof LaunchFailed || signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchFailed('artifactInvalid', `${name} can't be unpacked: ${reason}`, true);
  }
}

const openZip = promisify((path: string, done: (error: Error | null, zip: ZipFile) => void) =>
  open(path, { lazyEntries: true, autoClose: false, strictFileNames: true }, done),
);

async function unpack(
  zip: ZipFile,
  name: string,
  root: string,
  limits: UnzipLimits,
  signal: AbortSignal,
): Promise<void> {
  const budget = { bytes: limits.maxMegabytes * MEGABYTE };
  const openEntry = promisify((entry: Entry, done: (error: Error | null, stream: Readable) => void) =>
    zip.openReadStream(entry, done),
  );
  try {
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      const mode = entry.externalFileAttributes >>> 16;
      if ((mode & TYPE_MASK) === SYMBOLIC_LINK)
        throw new LaunchFailed('artifactInvalid', `${name}: ${entry.fileName} is a symbolic link`, true);
      const target = placeInside(root, entry.fileName, 'artifactInvalid');
      if (entry.fileName.endsWith('/')) {
        await mkdir(target, { recursive: true });
        continue;
      }
      const file = createWriteStream(target, { mode: mode & 0o111 ? 0o755 : 0o644 });
      await pipeline(await openEntry(entry), spend(budget, name, limits), file, { signal });
    }
  } finally {
    zip.close();
  }
}

function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      zip.off('entry', onEntry).off('end', onEnd).off('error', onError);
    };
    const onEntry = (entry: Entry): void => {
      done();
      resolve(entry);
    };
    const onEnd = (): void => {
      done();
      resolve(undefined);
    };
    const onError = (error: Error): void => {
      done();
      reject(error);
    };
    zip.on('entry', onEntry).on('end', onEnd).on('error', onError);
    zip.readEntry();
  });
}

function spend(budget: { bytes: number }, name: string, limits: UnzipLimits): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      budget.bytes -= chunk.length;
      if (budget.bytes >= 0) return done(null, chunk);
      const message = `${name} unpacks to more than ${limits.maxMegabytes} MB`;
      done(new LaunchFailed('artifactInvalid', message, true));
    },
  });
}
