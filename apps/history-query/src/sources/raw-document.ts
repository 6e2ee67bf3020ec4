import type { Json } from '../json';
import { Wording } from './wording';

/** A document as a source sent it, not parsed yet: one that is known in these very words need not be. */
export class RawDocument {
  /** @param bytes JSON */
  constructor(
    readonly bytes: Buffer,
    readonly wording: Wording = Wording.of(bytes),
  ) {}

  /** @throws SyntaxError when it is no JSON */
  parse(): Json {
    return JSON.parse(this.bytes.toString()) as Json;
  }
}

/** A document from a source, parsed or not. */
export type SourceDocument = Json | RawDocument;

/** The parsed document. @throws SyntaxError when it is no JSON */
export const parsed = (document: SourceDocument): Json =>
  document instanceof RawDocument ? document.parse() : document;
