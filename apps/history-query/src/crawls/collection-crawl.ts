import type { CollectionDefinition } from '../collections/collection-definition';
import type { Steps } from '../cooperative';
import type { CollectionSnapshot } from '../current/collection-snapshot';
import type { Json } from '../json';
import { RawDocument, type SourceDocument } from '../sources/raw-document';
import { Wording } from '../sources/wording';
import { DeltaBuilder, type Delta } from './delta';
import { sameRevisionIn, shapeDocuments } from './shape-documents';
import { isTagged } from './tag-guard';

/** A document and the words in which its source described it. */
interface Described {
  document: Json;
  source: Wording;
}

/**
 * One collection's part of a crawl: compares what a source brings with the current documents, piece by
 * piece, and keeps only what differs. A document that the source describes with the same words as the last
 * time is known to be unchanged without a look at its canonical form.
 */
export class CollectionCrawl {
  private readonly builder: DeltaBuilder;
  private places: Int32Array | undefined;
  private tagged = false;

  /** @param before the current documents, of which the crawl is the successor */
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

  /**
   * More documents, as the source gave them. Where ids depend on each other all must come at once.
   *
   * @throws Error for a document without its id
   */
  *add(documents: readonly SourceDocument[]): Steps<void> {
    if (this.collection.apart) return yield* this.compare(documents.map(describe));
    for (const document of documents) {
      yield;
      if (document instanceof RawDocument && (yield* this.isKnown(document.wording))) continue;
      yield* this.compare([describe(document)]);
    }
  }

  /** @param moment of the crawl, ms; later than every `stime` among the current documents */
  finish(moment: number): Steps<Delta> {
    return this.builder.finish(moment);
  }

  /** True, and the document is kept, when a current one was last described like this: it need not be parsed. */
  private *isKnown(wording: Wording): Steps<boolean> {
    this.places ??= yield* placesOfWordings(this.before);
    const place = this.places[wording.position] ?? NOWHERE;
    const known = this.before.sorted[place];
    if (known?.source !== wording) return false;
    this.builder.keepAt(place);
    this.tagged ||= isTagged(known);
    return true;
  }

  private *compare(described: readonly Described[]): Steps<void> {
    const sources = new Map<string, Wording | undefined>();
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

function describe(document: SourceDocument): Described {
  if (document instanceof RawDocument) return { document: document.parse(), source: document.wording };
  return { document, source: Wording.of(JSON.stringify(document)) };
}

/** No place in a list. */
const NOWHERE = -1;

/** Documents that are looked at between two pauses. */
const RUN = 64;

/** For each position in the source's list, where the document that was described there is among the current ones. */
function* placesOfWordings({ sorted }: CollectionSnapshot): Steps<Int32Array> {
  let places: Int32Array = new Int32Array(sorted.length).fill(NOWHERE);
  for (const [place, { source }] of sorted.entries()) {
    const position = source?.position ?? NOWHERE;
    if (position >= places.length) places = longer(places, position);
    if (position >= 0) places[position] = place;
    if (place % RUN === 0) yield;
  }
  return places;
}

/** A list in which elements have come twice has more positions than there are documents. */
function longer(places: Int32Array, position: number): Int32Array {
  const more = new Int32Array((position + 1) * 2).fill(NOWHERE, places.length);
  more.set(places);
  return more;
}
