export const MediaType = {
  Json: 'application/json',
  Script: 'application/javascript',
  Text: 'text/plain',
  Patch: 'application/json-patch+json',
  Events: 'text/event-stream',
} as const;
export type MediaType = (typeof MediaType)[keyof typeof MediaType];

/** A response body: whole, or in chunks generated while it is sent. */
export interface Answer {
  type: MediaType;
  body: Buffer | string | Iterable<Buffer>;
  /** Entity tag, if known without the body. */
  tag?: string | undefined;
  /** The last change in the response, from which a change feed can continue. */
  position?: number | undefined;
}

/** Smaller bodies fit into one packet uncompressed, bytes. */
export const CODING_THRESHOLD = 1400;

/** Approximate size of one write to a socket, bytes. */
export const CHUNK_BYTES = 256 * 1024;

/** Returns a body as one buffer if it fits into one chunk, else its chunks, the first one generated already. */
export function wholeOrChunks(body: Answer['body']): Buffer | Iterable<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  if (typeof body === 'string') return Buffer.from(body);
  const chunks = body[Symbol.iterator]();
  const first = chunks.next();
  if (first.done) return Buffer.alloc(0);
  const second = chunks.next();
  if (second.done) return first.value;
  return (function* () {
    yield first.value;
    yield second.value;
    for (let next = chunks.next(); !next.done; next = chunks.next()) yield next.value;
  })();
}
