/** About what one write to a socket should carry, characters. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Joins small pieces of text into chunks worth a write. */
export function* inChunks(pieces: Iterable<string>): Generator<Buffer, void, void> {
  let waiting: string[] = [];
  let size = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < CHUNK_CHARACTERS) continue;
    yield Buffer.from(waiting.join(''));
    waiting = [];
    size = 0;
  }
  if (waiting.length > 0) yield Buffer.from(waiting.join(''));
}
