import { hash } from 'node:crypto';
import type { Json } from '../json/json';
import type { CollectionDefinition } from './collection-definition';

/** Identifies the exact bytes of a source's document. A document with known bytes need not be parsed. */
export class SourceFingerprint {
  /** Index of the document in the last list; only a hint. */
  position = -1;

  private constructor(
    readonly digest: string,
    readonly length: number,
  ) {}

  static of(text: string | Buffer): SourceFingerprint {
    return new SourceFingerprint(digestOf(text), Buffer.byteLength(text));
  }

  equals(other: SourceFingerprint | undefined): boolean {
    return this === other || this.digest === other?.digest;
  }

  /** Reports whether `answer` has these bytes from `start` on. */
  matchesAt(start: number, answer: Buffer): boolean {
    return this.digest === digestOf(answer.subarray(start, start + this.length));
  }
}

const digestOf = (text: string | Buffer): string => hash('sha1', text, 'binary');

export class RawDocument {
  constructor(
    readonly bytes: Buffer,
    readonly fingerprint: SourceFingerprint = SourceFingerprint.of(bytes),
  ) {}

  /** @throws SyntaxError for invalid JSON */
  parse(): Json {
    return JSON.parse(this.bytes.toString()) as Json;
  }
}

export type SourceDocument = Json | RawDocument;

/** Returns the parsed document. @throws SyntaxError for invalid JSON */
export const parsed = (document: SourceDocument): Json =>
  document instanceof RawDocument ? document.parse() : document;

/** The documents of a collection at one moment, as returned by the source. */
export interface SourceBatch {
  /** Moment of the documents, ms; undefined for now. */
  moment: number | undefined;
  /** All documents, or pages as they are read, so that a large collection is never in memory as a whole. */
  documents: readonly SourceDocument[] | AsyncIterable<readonly SourceDocument[]>;
}

export interface Source {
  /** False when this collection's source is not configured. */
  offers(collection: CollectionDefinition): boolean;
  /** Yields the documents, oldest moment first. @param after only later moments, ms @throws Error of the source; earlier batches stay valid */
  batches(collection: CollectionDefinition, after: number, givenUp: AbortSignal): AsyncIterable<SourceBatch>;
}
