import type { Steps } from '../cooperative';
import { Byte } from '../rendering/json-bytes';
import { RawDocument } from './raw-document';
import type { Wording } from './wording';

/** So many elements in a row that are not where they were: the list is in another order, or much of it has changed. */
const STRANGERS = 4;

/** Elements between two pauses. */
const RUN = 512;

/**
 * One reading of a list that was read before. Most of it is as it was, in the same order: an element that
 * is there again in the same words is known without looking for its end, let alone parsing it.
 */
export class Listing {
  private readonly listed: Wording[] = [];
  private next = 0;
  private strangers = 0;
  private places: Map<string, number> | undefined;

  /** @param last what the reading before ended with */
  constructor(private readonly last: readonly Wording[] = []) {}

  /** The object that begins at `start`, if it is the one that is expected there. */
  expected(answer: Buffer, start: number): RawDocument | undefined {
    const wording = this.last[this.next];
    // Only an object tells its end by itself: after `1` there may be another digit.
    if (!wording || answer[start] !== Byte.OpenObject || !wording.standsAt(start, answer)) return undefined;
    this.next++;
    this.strangers = 0;
    this.listed.push(wording);
    return new RawDocument(answer.subarray(start, start + wording.length), wording);
  }

  /** An element that is not the expected one: it has changed, or it stands elsewhere than the last time. */
  *other(bytes: Buffer): Steps<RawDocument> {
    const document = new RawDocument(bytes);
    const place = ++this.strangers < STRANGERS ? undefined : yield* this.placeOf(document.wording);
    const wording = this.last[place ?? -1] ?? document.wording;
    this.next = (place ?? this.next) + 1;
    this.listed.push(wording);
    return new RawDocument(bytes, wording);
  }

  /** The end of the list. @returns what the next reading begins with */
  *end(): Steps<readonly Wording[]> {
    for (const [position, wording] of this.listed.entries()) {
      wording.position = position;
      if (position % RUN === 0) yield;
    }
    return this.listed;
  }

  private *placeOf({ fingerprint }: Wording): Steps<number | undefined> {
    if (!this.places) {
      this.places = new Map();
      for (const [place, wording] of this.last.entries()) {
        this.places.set(wording.fingerprint, place);
        if (place % RUN === 0) yield;
      }
    }
    return this.places.get(fingerprint);
  }
}
