import { inChunks } from './chunks';

/** Media types of answers, as they are sent. */
export const MediaType = {
  Json: 'application/json',
  Script: 'application/javascript',
  Text: 'text/plain',
  Patch: 'application/json-patch+json',
  Events: 'text/event-stream',
} as const;
export type MediaType = (typeof MediaType)[keyof typeof MediaType];

/** Tells whether an `Accept` header names a type; what it only means with `*` is not meant (RFC 9110, 12.5.1). */
export function accepts(header: string, type: MediaType): boolean {
  if (!header.includes(type)) return false;
  return header.split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** An answer: whole, or in chunks that are made as they are sent. */
export interface Answer {
  type: MediaType;
  body: Buffer | string | Iterable<Buffer>;
  /** Entity tag, when it is known without the body. */
  tag?: string | undefined;
  /** The last change that is in it: a change feed can go on from there. */
  position?: number | undefined;
}

/** Line separators of JSON that older script engines take for the end of a line. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;

const escapeSeparators = (text: string): string =>
  text.replace(LINE_SEPARATORS, (char) => `\\u${char.charCodeAt(0).toString(16)}`);

/** A JSON answer as a call of a script's function (`_callback`). */
export function asScript(callback: string, chunks: Iterable<Buffer>): Answer {
  return { type: MediaType.Script, body: inChunks(scriptPieces(callback, chunks)) };
}

/** A chunk ends where a document or the whole body does, so never within a character. */
function* scriptPieces(callback: string, chunks: Iterable<Buffer>): Generator<string> {
  yield `${callback}(`;
  for (const chunk of chunks) yield escapeSeparators(chunk.toString());
  yield ')';
}
