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
