/** A part of a body: text, or bytes in UTF-8. */
export type Piece = string | Uint8Array;

/** About what one write to a socket should carry, bytes. */
const CHUNK_BYTES = 256 * 1024;

/** Joins small pieces of a body into chunks worth a write. */
export function* inChunks(pieces: Iterable<Piece>): Generator<Buffer, void, void> {
  let chunk = new Chunk();
  for (const piece of pieces) {
    chunk.add(piece);
    if (chunk.size < CHUNK_BYTES) continue;
    yield chunk.bytes();
    chunk = new Chunk();
  }
  if (chunk.size > 0) yield chunk.bytes();
}

/** What is waiting for a write. Texts in a row are encoded together; one that comes again is not encoded again. */
class Chunk {
  size = 0;
  private readonly parts: Uint8Array[] = [];
  private text = '';
  private encoded: { text: string; bytes: Buffer } | undefined;

  add(piece: Piece): void {
    this.size += piece.length;
    if (typeof piece === 'string') {
      this.text += piece;
    } else {
      this.flushText();
      this.parts.push(piece);
    }
  }

  bytes(): Buffer {
    if (this.parts.length === 0) return Buffer.from(this.text);
    this.flushText();
    return Buffer.concat(this.parts);
  }

  private flushText(): void {
    if (this.text === '') return;
    if (this.encoded?.text !== this.text) {
      this.encoded = { text: this.text, bytes: Buffer.from(this.text) };
    }
    this.parts.push(this.encoded.bytes);
    this.text = '';
  }
}
