import type { Steps } from '../cooperative';
import { OPEN_END, Revision, type RevisionTimes } from '../revisions/revision';

/** A document as a crawl brought it. */
export interface CrawledDocument {
  id: string;
  /** Canonical JSON. */
  json: string;
  /** Creation time that the document itself tells, ms. */
  ctime?: number | undefined;
}

/** What a crawl changes in a collection. */
export interface Delta {
  /** New revisions. */
  opened: Revision[];
  /** Revisions that end now, with the times they then have. */
  closed: Revision[];
  /** Open revisions whose document is replaced in place: what changed makes no revision. */
  refreshed: Revision[];
  /** Documents that are gone; part of `closed`. */
  gone: number;
  /** Documents after the crawl. */
  documents: number;
}

/** Tells whether two different documents of one id differ in nothing that makes a revision. */
export type SameRevision = (older: string, newer: string) => boolean;

/** The current documents that a crawl is compared with, by id and as a list. */
export interface ComparedDocuments {
  readonly byId: { get(id: string): Revision | undefined };
  readonly sorted: readonly Revision[];
}

/** Documents that are looked at between two pauses. */
const RUN = 64;

/**
 * Compares a crawl with the current documents, one document at a time, so that no crawl has to be in memory
 * as a whole (reference: history, Revisions). A new id opens a revision; a changed document ends its revision
 * and opens one that keeps `ctime` and `ftime`; one that is missing ends. An id that comes back starts anew.
 * Of an id that came twice the last document counts.
 */
export class DeltaBuilder {
  private readonly found = new Set<string>();
  private readonly foundAt: Uint8Array;
  private readonly changed = new Map<string, CrawledDocument>();

  constructor(
    private readonly current: ComparedDocuments,
    private readonly sameRevision: SameRevision = () => false,
  ) {
    this.foundAt = new Uint8Array(current.sorted.length);
  }

  /** A document that the crawl has brought. @returns whether it differs from the current one */
  add(document: CrawledDocument): boolean {
    if (this.current.byId.get(document.id)?.json === document.json) {
      this.keep(document.id);
      return false;
    }
    this.found.add(document.id);
    this.changed.set(document.id, document);
    return true;
  }

  /** A document that the crawl has brought and that is known to be as it was. */
  keep(id: string): void {
    this.found.add(id);
    this.changed.delete(id);
  }

  /** The same of one that is known by its place in the list: most are, and a set of all ids takes its time. */
  keepAt(place: number): void {
    this.foundAt[place] = 1;
    if (this.changed.size > 0) this.changed.delete(this.current.sorted[place]?.id ?? '');
  }

  /** @param now the moment of the crawl, ms; later than every `stime` among the current documents */
  *finish(now: number): Steps<Delta> {
    const { sorted } = this.current;
    const result: Delta = { opened: [], closed: [], refreshed: [], gone: 0, documents: sorted.length };
    for (const document of this.changed.values()) {
      this.change(document, now, result);
      yield;
    }
    for (const [place, revision] of sorted.entries()) {
      if (place % RUN === 0) yield;
      if (this.foundAt[place] || this.found.has(revision.id)) continue;
      result.closed.push(ended(revision, now));
      result.gone++;
    }
    result.documents -= result.gone;
    return result;
  }

  private change({ id, json, ctime }: CrawledDocument, now: number, result: Delta): void {
    const current = this.current.byId.get(id);
    if (!current) {
      result.documents++;
      const times = { ctime: ctime ?? now, ftime: now, stime: now, ltime: OPEN_END, mtime: now };
      result.opened.push(new Revision(id, times, json, '{}'));
    } else if (this.sameRevision(current.json, json)) {
      result.refreshed.push(new Revision(id, { ...current.times, mtime: now }, json, current.tags));
    } else {
      result.closed.push(ended(current, now));
      const times: RevisionTimes = { ...current.times, stime: now, ltime: OPEN_END, mtime: now };
      result.opened.push(new Revision(id, times, json, current.tags));
    }
  }
}

/** The same of a crawl that is in memory. */
export function* delta(
  current: ComparedDocuments,
  crawled: Iterable<CrawledDocument>,
  now: number,
  sameRevision?: SameRevision,
): Steps<Delta> {
  const builder = new DeltaBuilder(current, sameRevision);
  for (const document of crawled) {
    builder.add(document);
    yield;
  }
  return yield* builder.finish(now);
}

const ended = (revision: Revision, now: number): Revision =>
  new Revision(revision.id, { ...revision.times, ltime: now, mtime: now }, revision.bytes, revision.tags);
