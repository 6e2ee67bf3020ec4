import { entityTag } from '../rendering/entity-tag';
import type { Json } from '../json';

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
  private parsed: Json | undefined;
  private encoded: Buffer | undefined;
  private entityTag: string | undefined;

  constructor(
    readonly id: string,
    readonly times: Readonly<RevisionTimes>,
    /** The document as canonical JSON. */
    readonly json: string,
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

  /** The document. Not to be changed. */
  get data(): Json {
    return (this.parsed ??= JSON.parse(this.json) as Json);
  }

  /** The document as bytes, ready to send. */
  get bytes(): Buffer {
    return (this.encoded ??= Buffer.from(this.json));
  }

  /** The entity tag of the document. */
  get tag(): string {
    return (this.entityTag ??= entityTag(this.bytes));
  }
}

/** Newest first, ids in ascending order among equals: the order of every list. */
export function compareRevisions(a: RevisionKey, b: RevisionKey): number {
  if (a.stime !== b.stime) return b.stime - a.stime;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
