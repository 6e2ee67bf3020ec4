import { entityTag } from '../rendering/entity-tag';
import type { Json } from '../json';
import type { Wording } from '../sources/wording';

/** `ltime` of a revision that is valid now. A number, not NULL, so that ranges and indexes need no second case. */
export const OPEN_END = Number.MAX_SAFE_INTEGER;

/** Times of a revision, ms since the epoch (resource-history-v2, Revision metadata; `ftime`: reference). */
export interface RevisionTimes {
  /** Creation time of the document, or the first time it was seen. */
  ctime: number;
  /** First time the document was seen. */
  ftime: number;
  /** When this revision was detected. */
  stime: number;
  /** Until when it was valid; {@link OPEN_END} while it is. */
  ltime: number;
  /** Last change of this metadata. */
  mtime: number;
}

/** What identifies a revision in its collection. */
export interface RevisionKey {
  id: string;
  stime: number;
}

/** A revision's key and until when it was valid. */
export interface RevisionSpan extends RevisionKey {
  ltime: number;
}

/** One revision of a document. Never changed; what only some readers need is made when it is asked for. */
export class Revision {
  /**
   * What a source last said and what was found equal to this; undefined while nothing was. A note of this
   * process, no part of the revision.
   */
  source: Wording | undefined = undefined;

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

  /** The document as canonical JSON. */
  get json(): string {
    return typeof this.content === 'string' ? this.content : this.content.toString();
  }

  /** The document, parsed each time: parsed documents take several times the memory. */
  get data(): Json {
    return JSON.parse(this.json) as Json;
  }

  /** The document as bytes, ready to send. Not to be changed. */
  get bytes(): Buffer {
    return typeof this.content === 'string' ? Buffer.from(this.content) : this.content;
  }

  /** Behind it lies the table of the document's fields; 0 of a text. */
  get lastByte(): number {
    const { content } = this;
    return typeof content === 'string' ? 0 : (content[content.length - 1] ?? 0);
  }

  /** The entity tag of the document. */
  get tag(): string {
    return (this.entityTag ??= entityTag(this.bytes));
  }

  /** Puts the document's bytes somewhere else. @param bytes the same bytes */
  moveTo(bytes: Buffer): void {
    this.content = bytes;
  }
}

/** Newest first, ids in ascending order among equals: the order of every list. */
export function compareRevisions(a: RevisionKey, b: RevisionKey): number {
  if (a.stime !== b.stime) return b.stime - a.stime;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
