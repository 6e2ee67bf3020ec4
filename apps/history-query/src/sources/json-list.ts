import type { Steps } from '../cooperative';
import type { Json } from '../json';
import { Byte, endOfString, endOfValue, keyText } from '../rendering/json-bytes';
import { Listing } from './listing';
import type { RawDocument } from './raw-document';

/** An answer of a source, split at its list. */
export interface SplitAnswer {
  /** The list's elements, not parsed yet. */
  elements: RawDocument[];
  /** All the rest, with an empty list. */
  rest: Json;
}

/** Elements between two pauses. */
const RUN = 4;

const SPACES = new Set([0x20, 0x0a, 0x0d, 0x09]);

/**
 * Finds the list at a path of an answer and splits it, without parsing its elements: parsing an answer of
 * many megabytes at once would hold everything else up. What is no JSON inside an element shows when that is
 * parsed.
 *
 * @param listing the reading of the list that this answer is a part of
 * @returns undefined when there is no list
 * @throws SyntaxError when the answer is no JSON
 */
export function* splitAtList(
  answer: Buffer,
  path: readonly string[],
  listing = new Listing(),
): Steps<SplitAnswer | undefined> {
  let at = afterSpaces(answer, 0);
  for (const key of path) {
    const value = memberOf(answer, at, key);
    if (value === undefined) return undefined;
    at = value;
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
    else if (answer[at] !== Byte.CloseList) throw new SyntaxError(`the list does not go on at byte ${at}`);
    if (elements.length % RUN === 0) yield;
  }
  const rest = Buffer.concat([answer.subarray(0, start), Buffer.from('[]'), answer.subarray(at + 1)]);
  return { elements, rest: JSON.parse(rest.toString()) as Json };
}

function elementAt(answer: Buffer, start: number): Buffer {
  const end = endOfValue(answer, start);
  if (end === start) throw new SyntaxError(`the list has no element at byte ${start}`);
  return answer.subarray(start, end);
}

/** Where the value of an object's member begins; undefined when it has none of that name, or is no object. */
function memberOf(json: Buffer, start: number, wanted: string): number | undefined {
  if (json[start] !== Byte.OpenObject) return undefined;
  let at = afterSpaces(json, start + 1);
  while (json[at] === Byte.Quote) {
    const end = endOfString(json, at);
    const key = keyText(json, at, end);
    const colon = afterSpaces(json, end);
    const value = afterSpaces(json, colon + 1);
    if (key === wanted) return value;
    at = afterSpaces(json, endOfValue(json, value));
    if (json[at] === Byte.Comma) at = afterSpaces(json, at + 1);
  }
  return undefined;
}

function afterSpaces(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && SPACES.has(json[at]!)) at++;
  return at;
}
