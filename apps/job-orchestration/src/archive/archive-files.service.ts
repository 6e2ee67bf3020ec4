import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError } from '@portolan/service';
import { LRUCache } from 'lru-cache';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { parseRange, type ByteRange } from '../node/files/byte-range';
import type { FoundOutput } from '../output/found-output';
import { ArchiveCatalogue } from './archive-catalogue';

/** Archives whose lists of entries are kept. */
const MAX_CATALOGUES = 200;

type Catalogue = ArchiveCatalogue<Entry>;

/** Reads the zips of finished jobs. Parts of stored entries are read from where they are. */
@Injectable()
export class ArchiveFiles {
  private readonly catalogues = new LRUCache<string, Catalogue>({ max: MAX_CATALOGUES });

  /**
   * @param range the client's `Range` header
   * @returns undefined when there is nothing at that path, `gone` when there is no archive (any more)
   * @throws ServiceError (rangeNotSatisfiable)
   */
  async open(
    location: string,
    segments: readonly string[],
    range: string | undefined,
  ): Promise<FoundOutput | 'gone' | undefined> {
    const path = fileURLToPath(location);
    const info = await stat(path).catch(() => undefined);
    if (!info) return 'gone';
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    let kept = false;
    try {
      const catalogue = await this.catalogue(`${path} ${info.mtimeMs} ${info.size}`, zip);
      const inside = segments.join('/');
      const folder = catalogue.folder(inside);
      if (folder) return { kind: 'folder', folder };
      const entry = catalogue.file(inside);
      if (!entry) return undefined;
      const found = await openEntry(zip, entry, range);
      found.body.once('close', () => zip.close());
      kept = true;
      return found;
    } finally {
      if (!kept) zip.close();
    }
  }

  private async catalogue(key: string, zip: ZipFile): Promise<Catalogue> {
    const known = this.catalogues.get(key);
    if (known) return known;
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const made = new ArchiveCatalogue(entries);
    this.catalogues.set(key, made);
    return made;
  }
}

async function openEntry(
  zip: ZipFile,
  entry: Entry,
  header: string | undefined,
): Promise<Extract<FoundOutput, { kind: 'file' }>> {
  const size = entry.uncompressedSize;
  const range = parseRange(header, size);
  if (range === 'unsatisfiable') {
    throw new ServiceError(ErrorKind.RangeNotSatisfiable, 'the range lies beyond the end of the file', {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'content-length': String(range ? range.end - range.start + 1 : size),
    'last-modified': entry.getLastModDate().toUTCString(),
  });
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return { kind: 'file', status: range ? 206 : 200, headers, body: await bytes(zip, entry, range) };
}

/** Only small entries are compressed, so those are read whole for a part of them. */
async function bytes(zip: ZipFile, entry: Entry, range: ByteRange | undefined): Promise<Readable> {
  if (!range) return zip.openReadStreamPromise(entry);
  const { start, end } = range;
  if (!entry.isCompressed()) return zip.openReadStreamPromise(entry, { start, end: end + 1 });
  const whole = await buffer(await zip.openReadStreamPromise(entry));
  return Readable.from([whole.subarray(start, end + 1)], { objectMode: false });
}
