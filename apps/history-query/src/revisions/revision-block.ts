/**
 * A block: past revisions of neighbouring documents, compressed together. Its directory, uncompressed, has the ids and the
 * validity of all of them; so only blocks that contain a wanted revision are inflated (docs/decisions/packed-history.md).
 *
 * A block is a sequence of chains: up to {@link CHAIN_REVISIONS} revisions of one document, oldest first. The first one has its
 * whole text, each following one what differs from its predecessor between a common beginning and a common end.
 *
 * directory: version (1 byte), then of each chain: length of the id (2), id (UTF-8), revisions (2), bytes of the chain in the
 * body (4), and of each revision stime (6) and ltime (6). All numbers are little-endian.
 * body: DEFLATE of the chains: of each revision, as variable-length numbers, the differences of ctime, ftime, mtime, change_seq and
 * opened_seq; the tags, if they changed; the lengths of the common beginning, the common end and the text between; that text.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ByteWriter } from '../json/json-bytes';
import type { RevisionSpan, RevisionTimes } from './revision';

/** A past revision with all that its row has. */
export interface StoredRevision {
  id: string;
  times: RevisionTimes;
  changeSeq: number;
  openedSeq: number;
  tags: string;
  /** The document as UTF-8. */
  data: Buffer;
}

export interface RevisionBlock {
  directory: Buffer;
  body: Buffer;
}

/** Reports whether a revision of a block is wanted. */
export type Wants = (id: string, stime: number, ltime: number) => boolean;

const VERSION = 1;

/** Revisions that are read to get at the last one of a chain. */
export const CHAIN_REVISIONS = 32;

const NO_TAGS = '{}';
const SPAN_BYTES = 12;
const HIGH = 2 ** 32;

/** Size of an uncompressed body at which a block is full, bytes: inflated in less than 20 µs. */
const FULL = 16 * 1024;

/** Yields revisions as blocks. @param revisions in the order of ids, those of one id in ascending order of `stime` */
export function* blocksOf(
  revisions: readonly StoredRevision[],
): Generator<{ block: RevisionBlock; revisions: readonly StoredRevision[] }> {
  const directory = new ByteWriter();
  const body = new ByteWriter();
  let [start, end] = [0, 0];
  for (const chain of chainsOf(revisions)) {
    if (directory.length === 0) directory.byte(VERSION);
    const before = body.length;
    writeChain(body, chain);
    describe(directory, chain, body.length - before);
    end += chain.length;
    if (body.length < FULL && end < revisions.length) continue;
    const block = { directory: directory.take(), body: deflateRawSync(body.take()) };
    yield { block, revisions: revisions.slice(start, end) };
    start = end;
  }
}

/** Writes a chain's entry in the directory. */
function describe(directory: ByteWriter, chain: readonly StoredRevision[], bytes: number): void {
  const id = Buffer.from(chain[0]!.id);
  whole(directory, id.length, 2);
  directory.bytes(id);
  whole(directory, chain.length, 2);
  whole(directory, bytes, 4);
  for (const { times } of chain) {
    whole(directory, times.stime, 6);
    whole(directory, times.ltime, 6);
  }
}

/** Yields the chains of sorted revisions. */
export function* chainsOf(revisions: readonly StoredRevision[]): Generator<readonly StoredRevision[]> {
  let start = 0;
  for (let at = 1; at <= revisions.length; at++) {
    const isSame = at < revisions.length && revisions[at]!.id === revisions[start]!.id;
    if (isSame && at - start < CHAIN_REVISIONS) continue;
    yield revisions.slice(start, at);
    start = at;
  }
}

/** Returns the wanted revisions of a block, in its order. */
export function readBlock({ directory, body }: RevisionBlock, wants: Wants): StoredRevision[] {
  const found: StoredRevision[] = [];
  let reader: ChainReader | undefined;
  let from = 0;
  for (const { id, count, bytes, spans } of chainsIn(directory)) {
    let last = -1;
    const wanted: number[] = [];
    for (let at = 0; at < count; at++) {
      if (!wants(id, timeAt(directory, spans, at, 0), timeAt(directory, spans, at, 6))) continue;
      wanted.push(at);
      last = at;
    }
    if (last >= 0) {
      reader ??= new ChainReader(inflateRawSync(body));
      reader.start(from);
      for (let at = 0, next = 0; at <= last; at++) {
        const stime = timeAt(directory, spans, at, 0);
        const revision = reader.next(id, stime, timeAt(directory, spans, at, 6), at === wanted[next]);
        if (!revision) continue;
        found.push(revision);
        next++;
      }
    }
    from += bytes;
  }
  return found;
}

/** Returns the wanted keys and ends of a block, without inflating it. */
export function spansInBlock(directory: Buffer, wants: Wants): RevisionSpan[] {
  const found: RevisionSpan[] = [];
  for (const { id, count, spans } of chainsIn(directory)) {
    for (let at = 0; at < count; at++) {
      const [stime, ltime] = [timeAt(directory, spans, at, 0), timeAt(directory, spans, at, 6)];
      if (wants(id, stime, ltime)) found.push({ id, stime, ltime });
    }
  }
  return found;
}

interface Chain {
  id: string;
  count: number;
  /** Bytes in the body. */
  bytes: number;
  /** Position of the first span in the directory. */
  spans: number;
}

function* chainsIn(directory: Buffer): Generator<Chain> {
  if (directory[0] !== VERSION)
    throw new Error(`a block of past revisions has version ${directory[0]}; this release reads ${VERSION}`);
  for (let at = 1; at < directory.length;) {
    const start = at + 2;
    const end = start + directory.readUInt16LE(at);
    const count = directory.readUInt16LE(end);
    const spans = end + 6;
    yield {
      id: directory.toString('utf8', start, end),
      count,
      bytes: directory.readUInt32LE(end + 2),
      spans,
    };
    at = spans + count * SPAN_BYTES;
  }
}

function timeAt(directory: Buffer, spans: number, at: number, offset: 0 | 6): number {
  const from = spans + at * SPAN_BYTES + offset;
  return directory.readUInt32LE(from) + directory.readUInt16LE(from + 4) * HIGH;
}

function writeChain(body: ByteWriter, chain: readonly StoredRevision[]): void {
  let before: StoredRevision | undefined;
  for (const revision of chain) {
    const { times, changeSeq, openedSeq, tags, data } = revision;
    signed(body, times.ctime - (before?.times.ctime ?? times.stime));
    signed(body, times.ftime - (before?.times.ftime ?? times.stime));
    signed(body, times.mtime - times.ltime);
    signed(body, changeSeq - (before?.changeSeq ?? 0));
    signed(body, openedSeq - (before?.openedSeq ?? 0));
    const changed = tags === (before?.tags ?? NO_TAGS) ? Buffer.alloc(0) : Buffer.from(tags);
    natural(body, changed.length);
    body.bytes(changed);
    writeDifference(body, before?.data ?? Buffer.alloc(0), data);
    before = revision;
  }
}

function writeDifference(body: ByteWriter, before: Buffer, after: Buffer): void {
  const most = Math.min(before.length, after.length);
  let begin = 0;
  while (begin < most && before[begin] === after[begin]) begin++;
  let end = 0;
  while (end < most - begin && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  natural(body, begin);
  natural(body, end);
  natural(body, after.length - begin - end);
  body.span(after, begin, after.length - end);
}

/** Reads the revisions of a chain one after the other, each by changing the text of its predecessor in place. */
class ChainReader {
  private at = 0;
  private ctime = 0;
  private ftime = 0;
  private changeSeq = 0;
  private openedSeq = 0;
  private tags = NO_TAGS;
  private text = Buffer.allocUnsafe(4096);
  private length = 0;

  constructor(private readonly body: Buffer) {}

  start(position: number): void {
    this.at = position;
    [this.changeSeq, this.openedSeq, this.length, this.tags] = [0, 0, 0, NO_TAGS];
    this.ctime = this.ftime = Number.NaN;
  }

  next(id: string, stime: number, ltime: number, isWanted: boolean): StoredRevision | undefined {
    const isFirst = Number.isNaN(this.ctime);
    this.ctime = (isFirst ? stime : this.ctime) + this.signed();
    this.ftime = (isFirst ? stime : this.ftime) + this.signed();
    const mtime = ltime + this.signed();
    this.changeSeq += this.signed();
    this.openedSeq += this.signed();
    const tagBytes = this.natural();
    if (tagBytes > 0) this.tags = this.body.toString('utf8', this.at, (this.at += tagBytes));
    this.change();
    if (!isWanted) return undefined;
    const { ctime, ftime, changeSeq, openedSeq, tags } = this;
    const times = { ctime, ftime, stime, ltime, mtime };
    return { id, times, changeSeq, openedSeq, tags, data: copyOf(this.text, this.length) };
  }

  private change(): void {
    const [begin, end, between] = [this.natural(), this.natural(), this.natural()];
    const length = begin + between + end;
    if (length > this.text.length) {
      const larger = Buffer.allocUnsafe(2 * length);
      this.text.copy(larger, 0, 0, this.length);
      this.text = larger;
    }
    if (length !== this.length) this.text.copyWithin(begin + between, this.length - end, this.length);
    this.body.copy(this.text, begin, this.at, (this.at += between));
    this.length = length;
  }

  private natural(): number {
    const { body } = this;
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = body[this.at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  private signed(): number {
    const value = this.natural();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

/** Memory for documents of many blocks: one allocation for each document would cost more than inflating it. */
const POOL_BYTES = 256 * 1024;
let pool = Buffer.alloc(0);
let taken = 0;

function copyOf(text: Buffer, length: number): Buffer {
  if (length > POOL_BYTES / 8) return Buffer.from(text.subarray(0, length));
  if (taken + length > pool.length) {
    pool = Buffer.allocUnsafeSlow(POOL_BYTES);
    taken = 0;
  }
  const copy = pool.subarray(taken, taken + length);
  text.copy(copy, 0, 0, length);
  taken += length;
  return copy;
}

/** Writes a whole number with a fixed number of bytes. */
function whole(writer: ByteWriter, value: number, bytes: number): void {
  let rest = value;
  for (let at = 0; at < bytes; at++) {
    writer.byte(rest % 256);
    rest = Math.floor(rest / 256);
  }
}

/** Writes a number of any size: seven bits per byte, the lowest first. */
function natural(writer: ByteWriter, value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) writer.byte((rest % 128) | 128);
  writer.byte(rest);
}

/** Writes a number that may be negative: even for the others, odd for negative ones. */
function signed(writer: ByteWriter, value: number): void {
  natural(writer, value >= 0 ? 2 * value : -2 * value - 1);
}
