import { hash } from 'node:crypto';
import { messageOf } from '@portolan/service';
import type { Json } from '../json/json';
import type { CollectionDefinition } from './collection-definition';

/** Length limit of one document, bytes: the document is parsed in one piece, and no other request is answered meanwhile. */
const DOCUMENT_LIMIT = 8 * 2 ** 20;

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

  /** @throws Error for invalid JSON, and for a document above the limit */
  parse(): Json {
    if (this.bytes.length > DOCUMENT_LIMIT)
      throw new Error(`a document is larger than ${DOCUMENT_LIMIT / 2 ** 20} MB`);
    try {
      return JSON.parse(this.bytes.toString()) as Json;
    } catch (error) {
      throw new SyntaxError(`a document is not valid JSON: ${messageOf(error)}`, { cause: error });
    }
  }
}

export type SourceDocument = Json | RawDocument;

/** Returns the parsed document. @throws Error as {@link RawDocument.parse} */
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
