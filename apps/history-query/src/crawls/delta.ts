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

/**
 * Compares a crawl with the current documents (reference: history, Revisions). A new id opens a revision;
 * a changed document ends its revision and opens one that keeps `ctime` and `ftime`; one that is missing
 * ends. An id that comes back starts anew. Of an id that came twice the last document counts.
 *
 * @param now the moment of the crawl, ms; later than every `stime` in `current`
 */
export function* delta(
  current: ReadonlyMap<string, Revision>,
  crawled: Iterable<CrawledDocument>,
  now: number,
  sameRevision: SameRevision = () => false,
): Steps<Delta> {
  const result: Delta = { opened: [], closed: [], refreshed: [], gone: 0, documents: 0 };
  const found = new Map<string, CrawledDocument>();
  for (const document of crawled) {
    found.set(document.id, document);
    yield;
  }
  for (const document of found.values()) {
    compare(current.get(document.id), document, now, sameRevision, result);
    yield;
  }
  for (const revision of current.values()) {
    if (!found.has(revision.id)) {
      result.closed.push(ended(revision, now));
      result.gone++;
    }
    yield;
  }
  result.documents = found.size;
  return result;
}

function compare(
  current: Revision | undefined,
  document: CrawledDocument,
  now: number,
  sameRevision: SameRevision,
  result: Delta,
): void {
  const { id, json } = document;
  if (!current) {
    const times = { ctime: document.ctime ?? now, ftime: now, stime: now, ltime: OPEN_END, mtime: now };
    result.opened.push(new Revision(id, times, json, '{}'));
  } else if (current.json === json) {
    return;
  } else if (sameRevision(current.json, json)) {
    result.refreshed.push(new Revision(id, { ...current.times, mtime: now }, json, current.tags));
  } else {
    result.closed.push(ended(current, now));
    const times: RevisionTimes = { ...current.times, stime: now, ltime: OPEN_END, mtime: now };
    result.opened.push(new Revision(id, times, json, current.tags));
  }
}

const ended = (revision: Revision, now: number): Revision =>
  new Revision(revision.id, { ...revision.times, ltime: now, mtime: now }, revision.json, revision.tags);
