import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '@portolan/service';
import { openPromise, type ZipFile } from 'yauzl';
import { newFilePlace } from '../launch-directory/new-file-place';
import { LaunchFailed } from '../launch-directory/launch-failed';

const MEGABYTE = 2 ** 20;
const TYPE_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;

export interface UnzipLimits {
  maxMegabytes: number;
  maxEntries: number;
}

/**
 * Unpacks a zip into a directory. Refuses entries outside the directory, links, encrypted entries, and zips beyond the
 * limits; bytes are counted from the output, because headers can lie. @throws LaunchFailed `artifactInvalid`
 */
export async function unzip(
  path: string,
  name: string,
  root: string,
  limits: UnzipLimits,
  signal: AbortSignal,
): Promise<void> {
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
    // An error of its close comes when nothing iterates over the entries any more; it must not end the process.
    zip.on('error', () => undefined);
    await unpack(zip, name, root, limits, signal).finally(() => zip.close());
  } catch (error) {
    if (error instanceof LaunchFailed || signal.aborted) throw error;
    throw invalid(`${name} cannot be unpacked: ${messageOf(error)}`);
  }
}

const invalid = (message: string): LaunchFailed => new LaunchFailed('artifactInvalid', message, true);
const tooMany = (name: string, { maxEntries }: UnzipLimits): LaunchFailed =>
  invalid(`${name} has more than ${maxEntries} files and folders`);

async function unpack(
  zip: ZipFile,
  name: string,
  root: string,
  limits: UnzipLimits,
  signal: AbortSignal,
): Promise<void> {
  if (zip.entryCount > limits.maxEntries) throw tooMany(name, limits);
  const places = new PlaceCount();
  let bytesLeft = limits.maxMegabytes * MEGABYTE;
  const spend = (): Transform =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytesLeft -= chunk.length;
        if (bytesLeft >= 0) done(null, chunk);
        else done(invalid(`${name} unpacks to more than ${limits.maxMegabytes} MB`));
      },
    });
  for await (const entry of zip.eachEntry()) {
    const mode = entry.externalFileAttributes >>> 16;
    if ((mode & TYPE_MASK) === SYMBOLIC_LINK) throw invalid(`${name}: ${entry.fileName} is a symbolic link`);
    const target = newFilePlace(root, entry.fileName, 'artifactInvalid');
    places.add(entry.fileName);
    if (places.total > limits.maxEntries) throw tooMany(name, limits);
    if (entry.fileName.endsWith('/')) {
      await mkdir(target, { recursive: true });
      continue;
    }
    const file = createWriteStream(target, { mode: mode & 0o111 ? 0o755 : 0o644 });
    await pipeline(await zip.openReadStreamPromise(entry), spend(), file, { signal });
  }
}

/** Counts the files and folders that entries create. The folders of an entry need no entries of their own: a small zip can have millions. */
class PlaceCount {
  private readonly folders = new Set<string>();
  private files = 0;

  get total(): number {
    return this.folders.size + this.files;
  }

  add(entry: string): void {
    for (let end = entry.indexOf('/'); end >= 0; end = entry.indexOf('/', end + 1))
      this.folders.add(entry.slice(0, end));
    if (!entry.endsWith('/')) this.files += 1;
  }
}
