import { OPEN_END, Revision } from '../revisions/revision';
import type { Steps } from '../time-slices/time-slices';

export interface CrawledDocument {
  id: string;
  /** Canonical JSON. */
  json: string;
  /** Creation time from the document itself, ms. */
  ctime?: number | undefined;
}

export interface Delta {
  opened: Revision[];
  /** Revisions that end now, with their final times. */
  closed: Revision[];
  /** Open revisions whose document is replaced in place: the change makes no revision. */
  refreshed: Revision[];
  /** Deleted documents; part of `closed`. */
  gone: number;
  documents: number;
}

/** Reports whether two versions of a document differ only in fields that make no revision. */
export type SameRevision = (older: string, newer: string) => boolean;

/** The current documents to compare a crawl with, by id and as a list. */
export interface ComparedDocuments {
  readonly byId: { get(id: string): Revision | undefined };
  readonly sorted: readonly Revision[];
}

/** Documents processed between two pauses. */
const RUN = 64;

/**
 * Compares a crawl with the current documents, one at a time: no crawl has to fit into memory. A changed document ends its revision and opens
 * one with the same `ctime` and `ftime` (V2-STATE-2); a missing one ends (V2-STATE-1). An id that reappears starts a new lifetime (V2-CRAWL-7).
 * If an id occurs twice, the last document counts.
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

  /** Adds a crawled document. @returns whether it differs from the current one */
  add(document: CrawledDocument): boolean {
    if (this.current.byId.get(document.id)?.json === document.json) {
      this.keep(document.id);
      return false;
    }
    this.found.add(document.id);
    this.changed.set(document.id, document);
    return true;
  }

  /** Adds a crawled document that is known to be unchanged. */
  keep(id: string): void {
    this.found.add(id);
    this.changed.delete(id);
  }

  /** Like {@link keep}, by index in the list: faster than a set of ids, because most documents are unchanged. */
  keepAt(place: number): void {
    this.foundAt[place] = 1;
    if (this.changed.size > 0) this.changed.delete(this.current.sorted[place]?.id ?? '');
  }

  /** @param now the moment of the crawl, ms; later than every `stime` of the current documents */
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
      result.closed.push(revision.with({ ltime: now, mtime: now }));
      result.gone++;
    }
    result.documents -= result.gone;
    return result;
  }

  private change({ id, json, ctime }: CrawledDocument, now: number, result: Delta): void {
    const current = this.current.byId.get(id);
    const begun = { stime: now, ltime: OPEN_END, mtime: now };
    if (!current) {
      result.documents++;
      result.opened.push(new Revision(id, { ctime: ctime ?? now, ftime: now, ...begun }, json, '{}'));
    } else if (this.sameRevision(current.json, json)) {
      result.refreshed.push(current.with({ mtime: now }, json));
    } else {
      result.closed.push(current.with({ ltime: now, mtime: now }));
      result.opened.push(current.with(begun, json));
    }
  }
}

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
