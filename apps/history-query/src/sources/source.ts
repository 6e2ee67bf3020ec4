import type { CollectionDefinition } from '../collections/collection-definition';
import type { SourceDocument } from './raw-document';

/** The documents of a collection at one moment, as the source gave them. */
export interface SourceBatch {
  /** When it looked like that, ms; undefined for now. */
  moment: number | undefined;
  /** All of them, or page by page as they are read: a large collection is never in memory as a whole. */
  documents: readonly SourceDocument[] | AsyncIterable<readonly SourceDocument[]>;
}

/** Where documents come from. */
export interface Source {
  /** False when the installation has not been told where this collection's source is. */
  offers(collection: CollectionDefinition): boolean;
  /**
   * What is there, oldest first.
   *
   * @param after only what is later than this, ms; for sources that know earlier moments
   * @param givenUp aborted when nothing more is to be asked for
   * @throws Error with what is wrong with the source; what was given before stays valid
   */
  batches(collection: CollectionDefinition, after: number, givenUp: AbortSignal): AsyncIterable<SourceBatch>;
}
