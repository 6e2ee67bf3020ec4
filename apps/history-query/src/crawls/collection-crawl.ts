import type { CollectionDefinition } from '../collections/collection-definition';
import { RawDocument, SourceFingerprint, parsed, type SourceDocument } from '../collections/source';
import type { CollectionSnapshot } from '../current/collection-snapshot';
import type { Json } from '../json/json';
import type { Steps } from '../time-slices/time-slices';
import { isTagged } from './crawl-guards';
import { DeltaBuilder, type Delta } from './crawl-delta';
import { sameRevisionIn } from './same-revision';
import { shapeDocuments } from './shape-documents';

interface Described {
  document: Json;
  source: SourceFingerprint;
}

/** One collection's part of a crawl: compares the source with the current documents, piece by piece, and keeps the differences only. */
export class CollectionCrawl {
  private readonly builder: DeltaBuilder;
  private places: Int32Array | undefined;
  private tagged = false;

  /** @param before the current documents, which precede the crawl */
  constructor(
    readonly collection: CollectionDefinition,
    readonly before: CollectionSnapshot,
  ) {
    this.builder = new DeltaBuilder(before, sameRevisionIn(collection));
  }

  /** True when one of the documents so far has a tag. */
  get hasTags(): boolean {
    return this.tagged;
  }

  /** Adds documents, all at once where ids depend on each other. @throws Error for a document without an id */
  *add(documents: readonly SourceDocument[]): Steps<void> {
    if (this.collection.apart) return yield* this.compare(documents.map(describe));
    for (const document of documents) {
      yield;
      if (document instanceof RawDocument && (yield* this.isKnown(document.fingerprint))) continue;
      yield* this.compare([describe(document)]);
    }
  }

  /** @param moment of the crawl, ms; later than every `stime` of the current documents */
  finish(moment: number): Steps<Delta> {
    return this.builder.finish(moment);
  }

  /** Keeps the current document with this fingerprint, if there is one. @returns true: parsing is unnecessary */
  private *isKnown(fingerprint: SourceFingerprint): Steps<boolean> {
    this.places ??= yield* placesByPosition(this.before);
    const place = this.places[fingerprint.position] ?? NOWHERE;
    const known = this.before.sorted[place];
    if (known?.source !== fingerprint) return false;
    this.builder.keepAt(place);
    this.tagged ||= isTagged(known);
    return true;
  }

  private *compare(described: readonly Described[]): Steps<void> {
    const sources = new Map<string, SourceFingerprint | undefined>();
    let next = 0;
    const isUnchanged = (id: string): boolean => {
      const source = described[next++]?.source;
      sources.set(id, source);
      const known = this.before.byId.get(id);
      if (!known || !source?.equals(known.source)) return false;
      known.source = source;
      this.builder.keep(id);
      this.tagged ||= isTagged(known);
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
}

const describe = (document: SourceDocument): Described => ({
  document: parsed(document),
  source:
    document instanceof RawDocument ? document.fingerprint : SourceFingerprint.of(JSON.stringify(document)),
});

const NOWHERE = -1;

/** Documents processed between two pauses. */
const RUN = 64;

/** Returns, by the position in the source's last list, the index of the current document. */
function* placesByPosition({ sorted }: CollectionSnapshot): Steps<Int32Array> {
  let places: Int32Array = new Int32Array(sorted.length).fill(NOWHERE);
  for (const [place, { source }] of sorted.entries()) {
    const position = source?.position ?? NOWHERE;
    if (position >= places.length) {
      // A list with repeated elements has more positions than documents.
      const more = new Int32Array((position + 1) * 2).fill(NOWHERE, places.length);
      more.set(places);
      places = more;
    }
    if (position >= 0) places[position] = place;
    if (place % RUN === 0) yield;
  }
  return places;
}
