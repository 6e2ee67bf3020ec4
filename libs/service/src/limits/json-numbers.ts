import { endOfString } from './json-depth';

/** A number of a JSON text that JavaScript's numbers cannot hold as it was written. */
export interface LossyNumber {
  /** As it was written, shortened. */
  number: string;
  /** `metadata.big`, `list[3].id`; empty when the number is the whole text. */
  path: string;
}

/** Fast path: without one of these in the text no number is too long or too large. */
const SUSPICIOUS = /\d{16}|\d[eE]\+?\d{3}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SHOWN_LENGTH = 40;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Where the walk is inside one list or object. */
interface Level {
  /** Index in a list; undefined in an object. */
  index: number | undefined;
  /** The key of an object, as it stands in the text, and whether the next string is one. */
  key: string;
  awaitsKey: boolean;
}

/**
 * Finds the first number that would be stored as another one: too large for any (`1e400` would become null), or a whole
 * number whose digits would change. Digits behind the decimal point are not counted.
 *
 * @param json valid JSON
 */
export function findLossyNumber(json: string): LossyNumber | undefined {
  if (!SUSPICIOUS.test(json)) return undefined;
  const levels: Level[] = [];
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(json, at);
      const level = levels.at(-1);
      if (level?.awaitsKey) Object.assign(level, { key: json.slice(at, end + 1), awaitsKey: false });
      at = end;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(json)?.[0] ?? '-';
      if (isLossy(number)) return { number: shortened(number), path: pathOf(levels) };
      at += number.length - 1;
    } else {
      step(levels, code);
    }
  }
  return undefined;
}

function step(levels: Level[], code: number): void {
  if (code === OPEN_OBJECT) levels.push({ index: undefined, key: '""', awaitsKey: true });
  else if (code === OPEN_LIST) levels.push({ index: 0, key: '', awaitsKey: false });
  else if (code === CLOSE_OBJECT || code === CLOSE_LIST) levels.pop();
  else if (code === COMMA) {
    const level = levels.at(-1);
    if (level?.index !== undefined) level.index += 1;
    else if (level) level.awaitsKey = true;
  }
}

function isLossy(number: string): boolean {
  const value = Number(number);
  if (!Number.isFinite(value)) return true;
  return /^-?\d+$/.test(number) && !Number.isSafeInteger(value) && String(value) !== number;
}

const shortened = (number: string): string =>
  number.length > SHOWN_LENGTH ? `${number.slice(0, SHOWN_LENGTH)}...` : number;

const pathOf = (levels: readonly Level[]): string =>
  levels
    .map(({ index, key }) =>
      index === undefined ? `.${(JSON.parse(key) as string).slice(0, 100)}` : `[${index}]`,
    )
    .join('')
    .replace(/^\./, '');
