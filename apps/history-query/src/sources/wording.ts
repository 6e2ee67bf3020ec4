import { hash } from 'node:crypto';

/**
 * In which words a source described a document: a fingerprint, equal for the same words and for nothing else.
 * Who meets the same words again need not parse them.
 */
export class Wording {
  /** Where it stood when its list was read last; no more than a hint. */
  position = -1;

  private constructor(
    readonly fingerprint: string,
    /** Bytes of the words. */
    readonly length: number,
  ) {}

  static of(words: string | Buffer): Wording {
    return new Wording(fingerprint(words), Buffer.byteLength(words));
  }

  /** True for the same words. */
  equals(other: Wording | undefined): boolean {
    return this === other || this.fingerprint === other?.fingerprint;
  }

  /** True when these words are there, from `start` on. */
  standsAt(start: number, answer: Buffer): boolean {
    return this.fingerprint === fingerprint(answer.subarray(start, start + this.length));
  }
}

const fingerprint = (words: string | Buffer): string => hash('sha1', words, 'binary');
