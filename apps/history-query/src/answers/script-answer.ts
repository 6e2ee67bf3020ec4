import { ByteWriter } from '../json/json-bytes';
import { CHUNK_BYTES, MediaType, type Answer } from './answer';

/** Wraps a JSON response in a call of a script's function (`_callback`, V2-MOD-3). */
export function asScript(callback: string, chunks: Iterable<Buffer>): Answer {
  return { type: MediaType.Script, body: inChunks(scriptPieces(callback, chunks)) };
}

/** Chunks end at documents or at the end of the body, so they never split a character. */
function* scriptPieces(callback: string, chunks: Iterable<Buffer>): Generator<string> {
  yield `${callback}(`;
  // Older script engines treat these line separators as line ends.
  for (const chunk of chunks)
    yield chunk.toString().replace(/[\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
  yield ')';
}

/** Joins small pieces of a body to chunks that are worth a write. */
function* inChunks(pieces: Iterable<string>): Generator<Buffer, void, void> {
  const writer = new ByteWriter();
  for (const piece of pieces) {
    writer.text(piece);
    if (writer.length >= CHUNK_BYTES) yield writer.take();
  }
  if (writer.length > 0) yield writer.take();
}
