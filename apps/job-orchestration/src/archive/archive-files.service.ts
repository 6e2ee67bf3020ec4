import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { Readable, finished } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError } from '@portolan/service';
import { LRUCache } from 'lru-cache';
import type { Entry } from 'yauzl';
import type { ByteRange } from '../node/files/byte-range';
import { fileAnswer } from '../node/files/file-answer';
import type { FoundFile, FoundOutput, OutputRequest } from '../output/found-output';
import { ArchiveCatalogue } from './archive-catalogue';
import { entriesOf } from './archive-index';
import type { OpenArchive } from './archive-medium';
import { ArchiveStore } from './archive-store.service';

/** Archives whose lists of entries are kept. */
const MAX_CATALOGUES = 200;
/** Entries of all lists that are kept together: one archive may have 64,000. */
const MAX_ENTRIES = 200_000;
/** Bytes of a zip's header before an entry, without its variable part. */
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;

const inflate = promisify(inflateRaw);

type Catalogue = ArchiveCatalogue<Entry>;

/** Reads the archives of finished jobs. Stored entries, the large ones, are read from where they are in the zip. */
@Injectable()
export class ArchiveFiles {
  private readonly catalogues = new LRUCache<string, Catalogue>({
    max: MAX_CATALOGUES,
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ size }) => size + 1,
  });

  constructor(private readonly archives: ArchiveStore) {}

  /**
   * @returns undefined when there is nothing at that path, `gone` when there is no archive (any more)
   * @throws ServiceError: rangeNotSatisfiable, constraint (not the version asked for), unavailable (the archive can't be
   *   read)
   */
  async open(
    address: string,
    segments: readonly string[],
    request: OutputRequest,
  ): Promise<FoundOutput | 'gone' | undefined> {
    try {
      return await this.find(address, segments, request);
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      throw new ServiceError(ErrorKind.Unavailable, `the archive ${address} can't be read`, {
        headers: { 'Retry-After': '5' },
        cause: error,
      });
    }
  }

  private async find(
    address: string,
    segments: readonly string[],
    request: OutputRequest,
  ): Promise<FoundOutput | 'gone' | undefined> {
    const archive = await this.archives.open(address);
    if (!archive) return 'gone';
    let kept = false;
    try {
      const catalogue = await this.catalogue(`${address} ${archive.version}`, archive);
      const inside = segments.join('/');
      const folder = catalogue.folder(inside);
      if (folder) return { kind: 'folder', folder };
      const entry = catalogue.file(inside);
      if (!entry) return undefined;
      const found = await openEntry(archive, entry, request);
      // Streams of an open file do not close by themselves: their end counts.
      if (found.body) finished(found.body, () => void archive.close().catch(() => undefined));
      kept = found.body !== undefined;
      return found;
    } finally {
      if (!kept) await archive.close();
    }
  }

  private async catalogue(key: string, archive: OpenArchive): Promise<Catalogue> {
    const known = this.catalogues.get(key);
    if (known) return known;
    const made = new ArchiveCatalogue(await entriesOf(archive));
    this.catalogues.set(key, made);
    return made;
  }
}

async function openEntry(archive: OpenArchive, entry: Entry, request: OutputRequest): Promise<FoundFile> {
  const facts = { size: entry.uncompressedSize, lastModified: entry.getLastModDate().getTime() };
  const { part, ...answer } = fileAnswer(request.conditions, facts);
  const body = part && !request.onlyHead ? await bytesOf(archive, entry, part) : undefined;
  return { kind: 'file', ...answer, body };
}

/** Only small entries are compressed, so those are read whole for a part of them. */
async function bytesOf(archive: OpenArchive, entry: Entry, { start, end }: ByteRange): Promise<Readable> {
  const dataStart = await startOf(archive, entry);
  if (entry.compressionMethod === STORED) return archive.read(dataStart + start, dataStart + end);
  const packed = await buffer(await archive.read(dataStart, dataStart + entry.compressedSize - 1));
  const whole = await inflate(packed, { maxOutputLength: entry.uncompressedSize });
  return Readable.from([whole.subarray(start, end + 1)], { objectMode: false });
}

/** Where the data of an entry begins: its own header tells how long its variable part is. */
async function startOf(archive: OpenArchive, { relativeOffsetOfLocalHeader: at }: Entry): Promise<number> {
  const header = await buffer(await archive.read(at, at + LOCAL_HEADER_BYTES - 1));
  return at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}
