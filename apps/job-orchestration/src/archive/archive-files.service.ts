import { Readable, finished } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { ArchiveStoreService, fileAnswer, positionOf } from '@portolan/node';
import type { ByteRange, FoundOutput, OpenArchive, OutputRequest } from '@portolan/node';
import { ServiceError } from '@portolan/service';
import { LRUCache } from 'lru-cache';
import { RandomAccessReader, fromRandomAccessReaderPromise, type Entry } from 'yauzl';
import { unavailableNow } from '../errors/error-format';
import { ArchiveCatalogue } from './archive-catalogue';

/** Number of archives whose entry lists are cached. */
const MAX_CATALOGUES = 200;
/** Maximum number of cached entries in total: one archive may have 64,000. */
const MAX_ENTRIES = 200_000;
/** Bytes of a zip's header before an entry, without its variable part. */
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;

const inflate = promisify(inflateRaw);

/** Reads the archives of finished jobs. Stored entries, the large ones, are read from their place in the zip. */
@Injectable()
export class ArchiveFilesService {
  private readonly catalogues = new LRUCache<string, ArchiveCatalogue<Entry>>({
    max: MAX_CATALOGUES,
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ size }) => size + 1,
  });

  constructor(private readonly archives: ArchiveStoreService) {}

  /**
   * @returns undefined for an unknown path, `gone` when there is no archive (any more)
   * @throws ServiceError: rangeNotSatisfiable, constraint (the version differs from the requested one), unavailable (the archive
   * cannot be read)
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
      throw unavailableNow(`the archive ${address} cannot be read`, error);
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
      const key = `${address} ${archive.version}`;
      const known = this.catalogues.get(key);
      const catalogue = known ?? new ArchiveCatalogue(await entriesOf(archive));
      if (!known) this.catalogues.set(key, catalogue);
      const inside = segments.join('/');
      const folder = catalogue.folder(inside);
      if (folder) return { kind: 'folder', folder };
      const entry = catalogue.file(inside);
      if (!entry) return undefined;
      const facts = { size: entry.uncompressedSize, lastModified: entry.getLastModDate().getTime() };
      const { start } = request;
      const bytes = async (from: number, to: number): Promise<Buffer> =>
        buffer(await bytesOf(archive, entry, { start: from, end: to - 1 }));
      const position = start && (await positionOf(start, facts.size, bytes));
      const { part, ...answer } = fileAnswer(request.conditions, facts, position);
      const body = part && !request.onlyHead ? await bytesOf(archive, entry, part) : undefined;
      // Streams of an open file do not emit `close` by themselves, so their `end` is awaited.
      if (body) finished(body, () => void archive.close().catch(() => undefined));
      kept = body !== undefined;
      return { kind: 'file', ...answer, body };
    } finally {
      if (!kept) await archive.close();
    }
  }
}

/** Only small entries are compressed, so a compressed entry is read whole even for a part of it. */
async function bytesOf(archive: OpenArchive, entry: Entry, { start, end }: ByteRange): Promise<Readable> {
  const dataStart = await startOf(archive, entry);
  if (entry.compressionMethod === STORED) return archive.read(dataStart + start, dataStart + end);
  const packed = await buffer(await archive.read(dataStart, dataStart + entry.compressedSize - 1));
  const whole = await inflate(packed, { maxOutputLength: entry.uncompressedSize });
  return Readable.from([whole.subarray(start, end + 1)], { objectMode: false });
}

/** Returns the offset of an entry's data: the entry's own header has the length of its variable part. */
async function startOf(archive: OpenArchive, { relativeOffsetOfLocalHeader: at }: Entry): Promise<number> {
  const header = await buffer(await archive.read(at, at + LOCAL_HEADER_BYTES - 1));
  return at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}

/** Bytes fetched at a time: the entry list of a zip is read in tiny pieces, and an object store charges per request. */
const BLOCK_BYTES = 2 ** 20;

/** Lists the entries of a zip. @throws Error for any other file */
async function entriesOf(archive: OpenArchive): Promise<Entry[]> {
  const zip = await fromRandomAccessReaderPromise(new BlockReader(archive), archive.size, {
    lazyEntries: true,
    autoClose: false,
  });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

class BlockReader extends RandomAccessReader {
  private start = 0;
  private block: Buffer = Buffer.alloc(0);

  constructor(private readonly archive: OpenArchive) {
    super();
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.bytes(position, length).then(
      (bytes) => {
        bytes.copy(target, offset);
        done(null);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  }

  private async bytes(position: number, length: number): Promise<Buffer> {
    if (position < this.start || position + length > this.start + this.block.length) {
      const end = Math.min(this.archive.size, position + Math.max(length, BLOCK_BYTES));
      this.block = await buffer(await this.archive.read(position, end - 1));
      this.start = position;
      if (this.block.length < length) throw new Error('the archive is truncated');
    }
    return this.block.subarray(position - this.start, position - this.start + length);
  }
}
