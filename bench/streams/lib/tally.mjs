/** Counts the received messages of a client of a job's output, and its reported losses. */
import { Buffer } from 'node:buffer';

const MARK = '~'.charCodeAt(0);
const TOLD = 'svc.meta.dropped":';
/** Maximum length of the end of a chunk that may be completed by the next one. */
const TOLD_BYTES = 64;

/** Returns the number of messages (each contains one `~`) in a chunk. */
export function countMessages(chunk) {
  let count = 0;
  for (let at = chunk.indexOf(MARK); at !== -1; at = chunk.indexOf(MARK, at + 1)) count += 1;
  return count;
}

export class Tally {
  received = 0;
  lost = 0;
  #rest = Buffer.alloc(0);

  /** Returns the number of received and reported messages. */
  get told() {
    return this.received + this.lost;
  }

  add(chunk) {
    this.received += countMessages(chunk);
    const text = Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (let at = text.indexOf(TOLD); at !== -1; at = text.indexOf(TOLD, from)) {
      const end = text.indexOf('}', at);
      if (end < 0) break;
      this.lost += Number(text.subarray(at + TOLD.length, end).toString());
      from = end;
    }
    this.#rest = Buffer.from(text.subarray(Math.max(from, text.length - TOLD_BYTES)));
  }
}
