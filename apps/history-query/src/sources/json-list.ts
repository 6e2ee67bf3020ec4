import { RawDocument, type SourceFingerprint } from '../collections/source';
import type { Json } from '../json/json';
import { Byte, endOfString, endOfValue, keyText } from '../json/json-bytes';
import type { Steps } from '../time-slices/time-slices';

/** A response of a source, split at its list. */
export interface SplitAnswer {
  elements: RawDocument[];
  /** The rest of the response, with an empty list. */
  rest: Json;
}

/** Length limit of a response without its list, bytes: that part is parsed in one piece. */
const REST_LIMIT = 8 * 2 ** 20;

/** Elements split, and known elements looked through, between two pauses. */
const SPLIT_RUN = 4;
const KNOWN_RUN = 512;

/** From this many consecutive elements out of place, the list counts as reordered or largely changed. */
const STRANGERS = 4;

/** One reading of a list that was read before: an element with the same bytes is recognized without finding its end, let alone parsing it. */
export class Listing {
  private readonly listed: SourceFingerprint[] = [];
  private next = 0;
  private strangers = 0;
  private places: Map<string, number> | undefined;

  /** @param last the result of the previous reading */
  constructor(private readonly last: readonly SourceFingerprint[] = []) {}

  /** Returns the object at `start` if it is the expected one. */
  expected(answer: Buffer, start: number): RawDocument | undefined {
    const fingerprint = this.last[this.next];
    // Only an object marks its own end: after `1` another digit may follow.
    if (!fingerprint || answer[start] !== Byte.OpenObject || !fingerprint.matchesAt(start, answer))
      return undefined;
    this.next++;
    this.strangers = 0;
    this.listed.push(fingerprint);
    return new RawDocument(answer.subarray(start, start + fingerprint.length), fingerprint);
  }

  /** Handles an unexpected element: it has changed or moved. */
  *other(bytes: Buffer): Steps<RawDocument> {
    const document = new RawDocument(bytes);
    const place = ++this.strangers < STRANGERS ? undefined : yield* this.placeOf(document.fingerprint);
    const fingerprint = this.last[place ?? -1] ?? document.fingerprint;
    this.next = (place ?? this.next) + 1;
    this.listed.push(fingerprint);
    return new RawDocument(bytes, fingerprint);
  }

  *end(): Steps<readonly SourceFingerprint[]> {
    for (const [position, fingerprint] of this.listed.entries()) {
      fingerprint.position = position;
      if (position % KNOWN_RUN === 0) yield;
    }
    return this.listed;
  }

  private *placeOf({ digest }: SourceFingerprint): Steps<number | undefined> {
    if (!this.places) {
      this.places = new Map();
      for (const [place, fingerprint] of this.last.entries()) {
        this.places.set(fingerprint.digest, place);
        if (place % KNOWN_RUN === 0) yield;
      }
    }
    return this.places.get(digest);
  }
}

/**
 * Splits the list at a path without parsing its elements: megabytes in one go would block the event loop. Invalid JSON inside an element shows
 * when that is parsed.
 * @returns undefined without a list
 * @throws SyntaxError, and Error for a response that is large without its list
 */
export function* splitAtList(
  answer: Buffer,
  path: readonly string[],
  listing = new Listing(),
): Steps<SplitAnswer | undefined> {
  let at: number | undefined = afterSpaces(answer, lengthOfMark(answer));
  for (const key of path) {
    at = memberOf(answer, at, key);
    if (at === undefined) return undefined;
  }
  if (answer[at] !== Byte.OpenList) return undefined;
  const start = at;
  const elements: RawDocument[] = [];
  at = afterSpaces(answer, at + 1);
  while (answer[at] !== Byte.CloseList) {
    const element = listing.expected(answer, at) ?? (yield* listing.other(elementAt(answer, at)));
    elements.push(element);
    at = afterSpaces(answer, at + element.bytes.length);
    if (answer[at] === Byte.Comma) at = afterSpaces(answer, at + 1);
    else if (answer[at] !== Byte.CloseList)
      throw new SyntaxError(`a comma or ] is expected in the list at byte ${at}`);
    if (elements.length % SPLIT_RUN === 0) yield;
  }
  const [before, after] = [answer.subarray(lengthOfMark(answer), start), answer.subarray(at + 1)];
  if (before.length + after.length > REST_LIMIT)
    throw new Error(`the response is larger than ${REST_LIMIT / 2 ** 20} MB without its list`);
  const rest = Buffer.concat([before, Buffer.from('[]'), after]);
  return { elements, rest: JSON.parse(rest.toString()) as Json };
}

/** The mark of UTF-8, which some services send before JSON. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

const lengthOfMark = (answer: Buffer): number =>
  answer.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;

function elementAt(answer: Buffer, start: number): Buffer {
  const end = endOfValue(answer, start);
  if (end === start) throw new SyntaxError(`an element of the list is expected at byte ${start}`);
  return answer.subarray(start, end);
}

/** Returns the position of a member's value; undefined when it is missing or the value is not an object. */
function memberOf(json: Buffer, start: number, wanted: string): number | undefined {
  if (json[start] !== Byte.OpenObject) return undefined;
  let at = afterSpaces(json, start + 1);
  while (json[at] === Byte.Quote) {
    const end = endOfString(json, at);
    const colon = afterSpaces(json, end);
    const value = afterSpaces(json, colon + 1);
    if (keyText(json, at, end) === wanted) return value;
    at = afterSpaces(json, endOfValue(json, value));
    if (json[at] === Byte.Comma) at = afterSpaces(json, at + 1);
  }
  return undefined;
}

const SPACES = new Set([0x20, 0x0a, 0x0d, 0x09]);

function afterSpaces(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && SPACES.has(json[at]!)) at++;
  return at;
}
