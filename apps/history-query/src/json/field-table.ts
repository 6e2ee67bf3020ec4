import { Byte, endOfString, endOfValue } from './json-bytes';

/** Longer documents have no table. */
const LONGEST = 0xffff;

/** Limit of shapes in memory. Documents of further shapes have no table. */
const MOST_SHAPES = 1024;
/** Limit of a shape's keys, characters. */
const LONGEST_SHAPE = 8192;

/** Shape of a document without a table. */
const SHAPELESS = 0;

const evenUp = (length: number): number => length + (length & 1);

/** The fields of a document's outermost object: their names, as a shared number, and the position of each key. */
export interface FieldTable {
  shape: number;
  starts: readonly number[];
}

const shapes: (readonly Buffer[])[] = [[]];
const numbers = new Map<string, number>();

export const keysOfShape = (shape: number): readonly Buffer[] => shapes[shape] ?? [];

let latest = SHAPELESS;

function shapeOf(json: Buffer, starts: readonly number[]): number {
  // Most documents have the shape of the previous one.
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

/** Reports whether a key begins at a position. Keys end with a quote, so none is a prefix of another. */
export function isKeyAt(json: Buffer, start: number, key: Buffer): boolean {
  for (let same = 0; same < key.length; same++) if (key[same] !== json[start + same]) return false;
  return true;
}

/** Builds the table of a document. @param json canonical JSON; only objects up to 64 KB get a table */
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

/** Returns the bytes of a document with its table, padded to an even number. */
export const lengthWithTable = (length: number, { starts }: FieldTable): number =>
  evenUp(length) + 2 * (1 + starts.length);

/** Memory as 16-bit numbers, the unit of tables. */
const memories = new WeakMap<ArrayBufferLike, Uint16Array>();

/** Writes the table after its document. @param json at an even position of a buffer with unused room after it */
export function keepFieldTable(json: Buffer, { shape, starts }: FieldTable): void {
  const { buffer } = json;
  let memory = memories.get(buffer);
  if (!memory) memories.set(buffer, (memory = new Uint16Array(buffer, 0, buffer.byteLength >> 1)));
  const place = tablePlace(json);
  memory[place] = shape;
  memory.set(starts, place + 1);
}

const tablePlace = (json: Buffer): number => evenUp(json.byteOffset + json.length) >> 1;

/** The position of a stored table. */
export interface KeptTable {
  shape: number;
  memory: Uint16Array;
  /** Index of the first key's position. */
  first: number;
}

let last: { buffer: ArrayBufferLike; memory: Uint16Array | undefined } | undefined;
const kept: KeptTable = { shape: SHAPELESS, memory: new Uint16Array(0), first: 0 };

/** Returns the table of a document; undefined without one. Valid until the next call. */
export function fieldTableOf(json: Buffer): KeptTable | undefined {
  const { buffer } = json;
  // Neighbours in a list are usually neighbours in memory.
  if (last?.buffer !== buffer) last = { buffer, memory: memories.get(buffer) };
  const { memory } = last;
  if (!memory) return undefined;
  const place = tablePlace(json);
  kept.shape = memory[place] ?? SHAPELESS;
  kept.memory = memory;
  kept.first = place + 1;
  return kept.shape === SHAPELESS ? undefined : kept;
}
