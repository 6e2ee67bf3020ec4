import { hash } from 'node:crypto';
import type { CollectionDefinition } from '../collections/collection-definition';
import type { Steps } from '../cooperative';
import type { CollectionSnapshot } from '../current/collection-snapshot';
import type { Json } from '../json';
import { DeltaBuilder, type Delta } from './delta';
import { sameRevisionIn, shapeDocuments } from './shape-documents';
import { isTagged } from './tag-guard';

/** Documents that are shaped before they are compared. */
const CHUNK = 200;

/**
 * One collection's part of a crawl: compares what a source brings with the current documents, piece by
 * piece, and keeps only what differs. A document that the source describes with the same words as the last
 * time is known to be unchanged without a look at its canonical form.
 */
export class CollectionCrawl {
  private readonly builder: DeltaBuilder;
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
  *add(raw: readonly Json[]): Steps<void> {
    if (this.collection.apart) return yield* this.addChunk(raw);
    for (let start = 0; start < raw.length; start += CHUNK) {
      yield* this.addChunk(raw.slice(start, start + CHUNK));
    }
  }

  /** @param moment of the crawl, ms; later than every `stime` among the current documents */
  finish(moment: number): Steps<Delta> {
    return this.builder.finish(moment);
  }

  private *addChunk(raw: readonly Json[]): Steps<void> {
    const fingerprints = new Map<string, string>();
    const isUnchanged = (id: string, document: Json): boolean => {
      const source = fingerprint(document);
      fingerprints.set(id, source);
      const known = this.before.byId.get(id);
      if (known?.source !== source) return false;
      this.builder.keep(id);
      this.tagged ||= isTagged(known);
      return true;
    };
    for (const document of yield* shapeDocuments(this.collection, raw, isUnchanged)) {
      this.tagged ||= isTagged(document);
      if (this.builder.add(document)) continue;
      const known = this.before.byId.get(document.id);
      if (known) known.source = fingerprints.get(document.id);
    }
  }
}

/** Equal for documents that a source gave in the same words, and for no others. */
const fingerprint = (document: Json): string => hash('sha1', JSON.stringify(document), 'base64');
