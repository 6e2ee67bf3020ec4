import { ByteWriter } from '../rendering/byte-writer';

/** A part of a body: text, or bytes in UTF-8. */
export type Piece = string | Uint8Array;

/** About what one write to a socket should carry, bytes. */
export const CHUNK_BYTES = 256 * 1024;

/** Joins small pieces of a body into chunks worth a write. */
export function* inChunks(pieces: Iterable<Piece>): Generator<Buffer, void, void> {
  const writer = new ByteWriter();
  for (const piece of pieces) {
    if (typeof piece === 'string') writer.text(piece);
    else writer.bytes(piece);
    if (writer.length >= CHUNK_BYTES) yield writer.take();
  }
  if (writer.length > 0) yield writer.take();
}

/** A body as one buffer when it fits into one chunk, else its chunks, the first of them made. */
export function wholeOrChunks(body: Buffer | string | Iterable<Buffer>): Buffer | Iterable<Buffer> {
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
