import { hash } from 'node:crypto';
import type { CollectionDefinition } from '../collections/collection-definition';
import type { Steps } from '../cooperative';
import type { CollectionSnapshot } from '../current/collection-snapshot';
import type { Json } from '../json';
import type { Revision } from '../revisions/revision';
import { RawDocument, type SourceDocument } from '../sources/raw-document';
import { DeltaBuilder, type Delta } from './delta';
import { sameRevisionIn, shapeDocuments } from './shape-documents';
import { isTagged } from './tag-guard';

/** A document with its fingerprint: equal for what a source gave in the same words, and for nothing else. */
interface Described {
  document: Json;
  source: string;
}

/**
 * One collection's part of a crawl: compares what a source brings with the current documents, piece by
 * piece, and keeps only what differs. A document that the source describes with the same words as the last
 * time is known to be unchanged without a look at its canonical form.
 */
export class CollectionCrawl {
  private readonly builder: DeltaBuilder;
  private known: Map<string, Revision> | undefined;
  private tagged = false;

  /** @param before the current documents, of which the crawl is the successor */
  constructor(
    readonly collection: CollectionDefinition,
    readonly before: CollectionSnapshot,
  ) {
    this.builder = new DeltaBuilder(before.byId, sameRevisionIn(collection));
  }

  /** True when one of the documents so far has a tag. */
  get hasTags(): boolean {
    return this.tagged;
  }

  /**
   * More documents, as the source gave them. Where ids depend on each other all must come at once.
   *
   * @throws Error for a document without its id
   */
  *add(documents: readonly SourceDocument[]): Steps<void> {
    if (this.collection.apart) return yield* this.compare(documents.map(describe));
    for (const document of documents) {
      yield;
      const described =
        document instanceof RawDocument ? yield* this.unlessKnown(document) : describe(document);
      if (described) yield* this.compare([described]);
    }
  }

  /** @param moment of the crawl, ms; later than every `stime` among the current documents */
  finish(moment: number): Steps<Delta> {
    return this.builder.finish(moment);
  }

  /** The parsed document; undefined when it was described like this before, so that it need not be parsed. */
  private *unlessKnown(document: RawDocument): Steps<Described | undefined> {
    this.known ??= yield* bySource(this.before);
    const source = fingerprint(document.bytes);
    const known = this.known.get(source);
    if (!known) return { document: document.parse(), source };
    this.keep(known);
    return undefined;
  }

  private *compare(described: readonly Described[]): Steps<void> {
    const sources = new Map<string, string>();
    let next = 0;
    const isUnchanged = (id: string): boolean => {
      const source = described[next++]?.source ?? '';
      sources.set(id, source);
      const known = this.before.byId.get(id);
      if (known?.source !== source) return false;
      this.keep(known);
      return true;
    };
    const raw = described.map(({ document }) => document);
    for (const document of yield* shapeDocuments(this.collection, raw, isUnchanged)) {
      this.tagged ||= isTagged(document);
      if (this.builder.add(document)) continue;
      const known = this.before.byId.get(document.id);
      if (known) known.source = sources.get(document.id);
    }
  }

  private keep(known: Revision): void {
    this.builder.keep(known.id);
    this.tagged ||= isTagged(known);
  }
}

const fingerprint = (words: string | Buffer): string => hash('sha1', words, 'base64');

function describe(document: SourceDocument): Described {
  if (document instanceof RawDocument) {
    return { document: document.parse(), source: fingerprint(document.bytes) };
  }
  return { document, source: fingerprint(JSON.stringify(document)) };
}

/** The current documents by what the source said of them last. */
function* bySource({ sorted }: CollectionSnapshot): Steps<Map<string, Revision>> {
  const known = new Map<string, Revision>();
  for (const revision of sorted) {
    if (revision.source !== undefined) known.set(revision.source, revision);
    yield;
  }
  return known;
}
