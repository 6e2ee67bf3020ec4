/** Counts what a client of a job's output gets, and what it is told that it has lost. */
import { Buffer } from 'node:buffer';

const MARK = '~'.charCodeAt(0);
const TOLD = 'svc.meta.dropped":';
/** So much of a chunk may belong to a number that the next one completes. */
const TOLD_BYTES = 64;

/** How many messages (each holds one `~`) lie in a chunk. */
export function countMessages(chunk) {
  let count = 0;
  for (let at = chunk.indexOf(MARK); at !== -1; at = chunk.indexOf(MARK, at + 1)) count += 1;
  return count;
}

export class Tally {
  received = 0;
  lost = 0;
  #rest = Buffer.alloc(0);

  /** Messages that are accounted for. */
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
