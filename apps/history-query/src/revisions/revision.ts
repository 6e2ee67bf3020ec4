import type { SourceFingerprint } from '../collections/source';
import { entityTag } from '@portolan/service';
import type { Json } from '../json/json';

/** `ltime` of a valid revision. A number, not NULL, so that ranges and indexes need no second case. */
export const OPEN_END = Number.MAX_SAFE_INTEGER;

/** Times of a revision, ms since the epoch (V2-META-1 to V2-META-4). */
export interface RevisionTimes {
  /** Creation time of the document, or the first time it was seen. */
  ctime: number;
  /** First time the document was seen. */
  ftime: number;
  /** Time when this revision was detected. */
  stime: number;
  /** Time until which it was valid; {@link OPEN_END} while it is. */
  ltime: number;
  mtime: number;
}

export type RevisionKey = Pick<RevisionSpan, 'id' | 'stime'>;

/** A revision's key and the end of its validity. */
export interface RevisionSpan extends Pick<RevisionTimes, 'stime' | 'ltime'> {
  id: string;
}

/** Returns one text for a key: equal keys have equal texts. */
export const keyOf = ({ id, stime }: { id: string; stime: number | string }): string => `${stime}|${id}`;

/** One revision of a document. Immutable; derived values are computed on demand. */
export class Revision {
  /** Fingerprint of the source's last equal document, if any. Private to this process, not part of the revision. */
  source: SourceFingerprint | undefined = undefined;

  private entityTag: string | undefined = undefined;

  constructor(
    readonly id: string,
    readonly times: Readonly<RevisionTimes>,
    /** The document as canonical JSON, as text or as UTF-8. */
    private content: string | Buffer,
    /** Internal key-value pairs as canonical JSON. */
    readonly tags: string,
  ) {}

  get stime(): number {
    return this.times.stime;
  }

  get ltime(): number {
    return this.times.ltime;
  }

  get isOpen(): boolean {
    return this.times.ltime === OPEN_END;
  }

  /** Returns `ltime` as clients see it: null while the revision is valid. */
  get end(): number | null {
    return this.isOpen ? null : this.times.ltime;
  }

  get json(): string {
    return typeof this.content === 'string' ? this.content : this.content.toString();
  }

  /** Returns the document, parsed each time: parsed documents take several times the memory. */
  get data(): Json {
    return JSON.parse(this.json) as Json;
  }

  /** Returns the document as bytes, ready to send. Must not be changed. */
  get bytes(): Buffer {
    return typeof this.content === 'string' ? Buffer.from(this.content) : this.content;
  }

  /** Sum of the document's first and last byte; 0 for a text. */
  get outerBytes(): number {
    const { content } = this;
    return typeof content === 'string' ? 0 : (content[0] ?? 0) + (content[content.length - 1] ?? 0);
  }

  get tag(): string {
    return (this.entityTag ??= entityTag(this.bytes));
  }

  /** Returns the revision with other times, and the document itself if it is given. */
  with(times: Partial<RevisionTimes>, content: string | Buffer = this.content): Revision {
    return new Revision(this.id, { ...this.times, ...times }, content, this.tags);
  }

  /** Moves the document's bytes. @param bytes the same bytes */
  moveTo(bytes: Buffer): void {
    this.content = bytes;
  }
}

/** Orders newest first, then by ascending id: the order of every list. */
export function compareRevisions(a: RevisionKey, b: RevisionKey): number {
  if (a.stime !== b.stime) return b.stime - a.stime;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Returns a condition that is true for the first element of each id. */
export function firstPerId(): (one: { id: string }) => boolean {
  const seen = new Set<string>();
  return ({ id }) => !seen.has(id) && Boolean(seen.add(id));
}

/** Keeps the first (newest) revision of each id. */
export const newestPerId = <R extends RevisionKey>(revisions: readonly R[]): R[] =>
  revisions.filter(firstPerId());

/** Number of documents whose memory is prefetched together: few enough to stay in the processor's cache. */
export const TOUCHED_TOGETHER = 32;

/** Sum of the prefetched bytes, kept so that the reads are not optimised away. */
let sum = 0;

/** Reads both ends of each of the next documents, so that the processor waits for the memory of all of them at once. */
export function touchDocuments(revisions: readonly Revision[], from: number): number {
  const end = Math.min(from + TOUCHED_TOGETHER, revisions.length);
  let all = 0;
  for (let index = from; index < end; index++) all += revisions[index]!.outerBytes;
  return (sum = (sum + all) & 0xff);
}
