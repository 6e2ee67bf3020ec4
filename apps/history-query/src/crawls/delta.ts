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

/** The current documents that a crawl is compared with. */
export interface DocumentsById {
  get(id: string): Revision | undefined;
  values(): Iterable<Revision>;
}

/**
 * Compares a crawl with the current documents, one document at a time, so that no crawl has to be in memory
 * as a whole (reference: history, Revisions). A new id opens a revision; a changed document ends its revision
 * and opens one that keeps `ctime` and `ftime`; one that is missing ends. An id that comes back starts anew.
 * Of an id that came twice the last document counts.
 */
export class DeltaBuilder {
  private readonly found = new Set<string>();
  private readonly changed = new Map<string, CrawledDocument>();

  constructor(
    private readonly current: DocumentsById,
    private readonly sameRevision: SameRevision = () => false,
  ) {}

  /** A document that the crawl has brought. @returns whether it differs from the current one */
  add(document: CrawledDocument): boolean {
    if (this.current.get(document.id)?.json === document.json) {
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

  /** @param now the moment of the crawl, ms; later than every `stime` among the current documents */
  *finish(now: number): Steps<Delta> {
    const result: Delta = { opened: [], closed: [], refreshed: [], gone: 0, documents: this.found.size };
    for (const document of this.changed.values()) {
      this.change(document, now, result);
      yield;
    }
    for (const revision of this.current.values()) {
      if (!this.found.has(revision.id)) {
        result.closed.push(ended(revision, now));
        result.gone++;
      }
      yield;
    }
    return result;
  }

  private change({ id, json, ctime }: CrawledDocument, now: number, result: Delta): void {
    const current = this.current.get(id);
    if (!current) {
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
  current: DocumentsById,
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
