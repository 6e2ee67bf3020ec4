import { Byte, endOfString, endOfValue } from './json-bytes';

/** Documents that are longer have no table. */
const LONGEST = 0xffff;

/** What there is of different shapes in memory at the most. Documents of further ones have no table. */
const MOST_SHAPES = 1024;
/** Characters of a shape's keys at the most. */
const LONGEST_SHAPE = 8192;

/** Of a document that has no table. */
const SHAPELESS = 0;

const evenUp = (length: number): number => length + (length & 1);

/** The fields of a document's outermost object: which ones, as a number that many documents share, and where each key begins. */
export interface FieldTable {
  shape: number;
  starts: readonly number[];
}

/** Keys by shape, as they stand in JSON. */
const shapes: (readonly Buffer[])[] = [[]];
const numbers = new Map<string, number>();

/** The keys that documents of a shape have, in their order, as they stand in JSON. */
export const keysOfShape = (shape: number): readonly Buffer[] => shapes[shape] ?? [];

let latest = SHAPELESS;

function shapeOf(json: Buffer, starts: readonly number[]): number {
  // Most documents have the shape of the one before.
  if (hasKeys(json, starts, keysOfShape(latest))) return latest;
  const keys = starts.map((start) => Buffer.from(json.subarray(start, endOfString(json, start))));
  const all = keys.join();
  const known = numbers.get(all);
  if (known !== undefined) return (latest = known);
  if (shapes.length > MOST_SHAPES || all.length > LONGEST_SHAPE) return SHAPELESS;
  numbers.set(all, shapes.length);
  return (latest = shapes.push(keys) - 1);
}

const hasKeys = (json: Buffer, starts: readonly number[], keys: readonly Buffer[]): boolean =>
  starts.length === keys.length && starts.every((start, index) => isKeyAt(json, start, keys[index]!));

/** Tells whether a key begins at a place. Keys end with a quote, so none is the beginning of another. */
export function isKeyAt(json: Buffer, start: number, key: Buffer): boolean {
  for (let same = 0; same < key.length; same++) if (key[same] !== json[start + same]) return false;
  return true;
}

/**
 * The table of a document.
 *
 * @param json canonical JSON; anything but an object has none, nor has what is longer than 64 KB
 */
export function makeFieldTable(json: Buffer): FieldTable {
  const starts: number[] = [];
  const isFit = json[0] === Byte.OpenObject && json.length <= LONGEST;
  for (let at = 1; isFit && json[at] === Byte.Quote;) {
    starts.push(at);
    at = endOfValue(json, endOfString(json, at) + 1);
    if (json[at] === Byte.Comma) at++;
  }
  const shape = starts.length === 0 ? SHAPELESS : shapeOf(json, starts);
  return { shape, starts: shape === SHAPELESS ? [] : starts };
}

/** Bytes that a document and its table take together, at an even place. */
export const lengthWithTable = (length: number, { starts }: FieldTable): number =>
  evenUp(length) + 2 * (1 + starts.length);

/** Memory by what it belongs to, as the tables in it are written: in pieces of 16 bits. */
const memories = new WeakMap<ArrayBufferLike, Uint16Array>();

/**
 * Puts a document's table behind it.
 *
 * @param json the document, at an even place of memory that has room behind it and is used for nothing else
 */
export function keepFieldTable(json: Buffer, { shape, starts }: FieldTable): void {
  const { buffer } = json;
  let memory = memories.get(buffer);
  if (!memory) memories.set(buffer, (memory = new Uint16Array(buffer, 0, buffer.byteLength >> 1)));
  const place = tablePlace(json);
  memory[place] = shape;
  memory.set(starts, place + 1);
}

const tablePlace = (json: Buffer): number => evenUp(json.byteOffset + json.length) >> 1;

/** Where the table behind a document lies. */
export interface KeptTable {
  shape: number;
  memory: Uint16Array;
  /** Index of the first key's start. */
  first: number;
}

let last: { buffer: ArrayBufferLike; memory: Uint16Array | undefined } | undefined;
const kept: KeptTable = { shape: SHAPELESS, memory: new Uint16Array(0), first: 0 };

/** The table behind a document; undefined when it has none. Good until the next call. */
export function fieldTableOf(json: Buffer): KeptTable | undefined {
  const { buffer } = json;
  // Neighbours in a list are most often neighbours in memory.
  if (last?.buffer !== buffer) last = { buffer, memory: memories.get(buffer) };
  const { memory } = last;
  if (!memory) return undefined;
  const place = tablePlace(json);
  kept.shape = memory[place] ?? SHAPELESS;
  kept.memory = memory;
  kept.first = place + 1;
  return kept.shape === SHAPELESS ? undefined : kept;
}
