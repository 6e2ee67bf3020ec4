/** Maximum depth of a client's JSON: validation and comparison walk through it by recursion. */
export const JSON_DEPTH_LIMIT = 100;

/** A number of a JSON text that a JavaScript number cannot hold exactly. */
export interface LossyNumber {
  number: string;
  /** `metadata.big`, `list[3].id`; empty when the number is the whole text. */
  path: string;
}

/** Digits that every whole number keeps. */
const SAFE_DIGITS = 15;
/** `Number.MAX_VALUE` is this mantissa times ten to the power of this order. */
const [GREATEST_MANTISSA, GREATEST_ORDER] = [1.7976931348623157, 308];
/** Whole numbers of more digits are written with an exponent. */
const PLAIN_DIGITS = 21;
const SHOWN_LENGTH = 40;

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const EXPONENT = 0x65;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Lowers the case of a letter, and maps brackets of lists to those of objects. */
const LOWER = 0x20;

/**
 * Finds in one pass more than `depth` nested objects and lists, or a number that would be stored as another one: too large
 * (`1e400` would become null), or whole with changed digits; decimals are not counted. Usual JSON costs 2 to 4 ms per MB.
 * @param json valid JSON in UTF-8. @returns the first finding
 */
export function scanJson(json: Buffer, depth = JSON_DEPTH_LIMIT): 'too deep' | LossyNumber | undefined {
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte === QUOTE) {
      at = endOfString(json, at);
    } else if (isDigit(byte)) {
      const end = endOfNumber(json, at);
      if (end < 0) return { number: numberAt(json, at), path: pathAt(json, at) };
      at = end - 1;
    } else if ((byte | LOWER) === OPEN_OBJECT) {
      level += 1;
      if (level > depth) return 'too deep';
    } else if ((byte | LOWER) === CLOSE_OBJECT) {
      level -= 1;
    }
  }
  return undefined;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;

/** Returns the index of the closing quote of the string that begins at `start`. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  for (; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at += 1;
  return at;
}

function endOfDigits(json: Buffer, start: number): number {
  let at = start;
  while (isDigit(json[at])) at += 1;
  return at;
}

/** Returns the end of the number whose digits begin at `start`; -1 when it is lossy. Its length alone clears almost every number. */
function endOfNumber(json: Buffer, start: number): number {
  let at = endOfDigits(json, start);
  const digits = at - start;
  if (json[at] === POINT) at = endOfDigits(json, at + 1);
  else if (!isExponent(json[at])) return digits <= SAFE_DIGITS || isExact(json, start, at) ? at : -1;
  const end = isExponent(json[at]) ? endOfDigits(json, isSign(json[at + 1]) ? at + 2 : at + 1) : at;
  const exponent = end > at ? exponentOf(json, at + 1, end) : 0;
  return digits + exponent <= GREATEST_ORDER || isFiniteNumber(json, start, at, digits + exponent, end)
    ? end
    : -1;
}

const isExponent = (byte: number | undefined): boolean => byte !== undefined && (byte | LOWER) === EXPONENT;
const isSign = (byte: number | undefined): boolean => byte === PLUS || byte === MINUS;

function exponentOf(json: Buffer, start: number, end: number): number {
  let exponent = 0;
  for (let at = isSign(json[start]) ? start + 1 : start; at < end; at++)
    exponent = exponent * 10 + digitAt(json, at);
  return json[start] === MINUS ? -exponent : exponent;
}

/**
 * Reports whether a number is below the maximum, by its first digits except next to the maximum.
 * @param mantissaEnd where its digits end, decimals included. @param point power of ten of its decimal point
 */
function isFiniteNumber(
  json: Buffer,
  start: number,
  mantissaEnd: number,
  point: number,
  end: number,
): boolean {
  let first = start;
  let order = point - 1;
  for (; first < mantissaEnd && (json[first] === ZERO || json[first] === POINT); first++)
    if (json[first] === ZERO) order -= 1;
  if (first === mantissaEnd || order < GREATEST_ORDER) return true;
  if (order > GREATEST_ORDER) return false;
  let mantissa = 0;
  let scale = 1;
  for (let at = first; at < mantissaEnd && scale > 1e-15; at++) {
    if (json[at] === POINT) continue;
    mantissa += digitAt(json, at) * scale;
    scale /= 10;
  }
  if (Math.abs(mantissa - GREATEST_MANTISSA) > 1e-12) return mantissa < GREATEST_MANTISSA;
  return Number.isFinite(Number(textOf(json, start, end)));
}

/** Reports whether a whole number of more than {@link SAFE_DIGITS} digits is stored exactly. */
function isExact(json: Buffer, start: number, end: number): boolean {
  const digits = end - start;
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + digitAt(json, at);
  if (value <= Number.MAX_SAFE_INTEGER) return true;
  // Up to 2^54 every even number is one of JavaScript's.
  if (digits === SAFE_DIGITS + 1) return digitAt(json, end - 1) % 2 === 0;
  let significant = digits;
  while (json[start + significant - 1] === ZERO) significant -= 1;
  if (significant <= SAFE_DIGITS) return digits <= PLAIN_DIGITS;
  const text = textOf(json, start, end);
  return String(Number(text)) === text;
}

const digitAt = (json: Buffer, at: number): number => (json[at] ?? ZERO) - ZERO;

const textOf = (json: Buffer, start: number, end: number): string => json.toString('latin1', start, end);

const NUMBER = /^[\d.eE+-]*/;

function numberAt(json: Buffer, digits: number): string {
  const start = json[digits - 1] === MINUS ? digits - 1 : digits;
  const number = NUMBER.exec(textOf(json, start, start + SHOWN_LENGTH + 1))?.[0] ?? '';
  return number.length > SHOWN_LENGTH ? `${number.slice(0, SHOWN_LENGTH)}...` : number;
}

interface Level {
  /** Index in a list; undefined in an object. */
  index: number | undefined;
  /** The current key of an object, as written, and whether the next string is a key. */
  key: string;
  awaitsKey: boolean;
}

/** Returns the path of the value at a position of the text. */
function pathAt(json: Buffer, place: number): string {
  const levels: Level[] = [];
  for (let at = 0; at < place; at++) {
    const level = levels.at(-1);
    const byte = json[at];
    if (byte === QUOTE) {
      const end = endOfString(json, at);
      if (level?.awaitsKey)
        Object.assign(level, { key: json.toString('utf8', at, end + 1), awaitsKey: false });
      at = end;
    } else if (byte === OPEN_OBJECT) levels.push({ index: undefined, key: '""', awaitsKey: true });
    else if (byte === OPEN_LIST) levels.push({ index: 0, key: '', awaitsKey: false });
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) levels.pop();
    else if (byte === COMMA && level) {
      if (level.index === undefined) level.awaitsKey = true;
      else level.index += 1;
    }
  }
  return levels
    .map(({ index, key }) =>
      index === undefined ? `.${(JSON.parse(key) as string).slice(0, 100)}` : `[${index}]`,
    )
    .join('')
    .replace(/^\./, '');
}

/** An escape of a JSON text that is half of a character: a surrogate without its other half. */
export interface LoneSurrogate {
  /** As written, `\ud800`. */
  escape: string;
  /** Place of the text that contains it: `metadata.name`, `list[3].id`; empty when the text is the whole JSON. */
  path: string;
}

const LETTER_U = 0x75;
const LETTER_D = 0x64;
const ESCAPE_LENGTH = 6;

/**
 * Finds the first lone surrogate, in keys too. UTF-8 cannot express one, so a database would store another text, and
 * `encodeURIComponent` throws.
 * @param json valid JSON in UTF-8, in which lone surrogates can only be escapes
 */
export function findLoneSurrogate(json: Buffer): LoneSurrogate | undefined {
  if (!json.includes('\\ud') && !json.includes('\\uD')) return undefined;
  // A backslash of valid JSON begins an escape.
  for (let at = json.indexOf(BACKSLASH); at >= 0;) {
    const kind = surrogateAt(json, at);
    let end = at + 2;
    if (kind === 'high' && surrogateAt(json, at + ESCAPE_LENGTH) === 'low') end = at + 2 * ESCAPE_LENGTH;
    else if (kind) return { escape: json.toString('latin1', at, at + ESCAPE_LENGTH), path: pathAt(json, at) };
    at = json.indexOf(BACKSLASH, end);
  }
  return undefined;
}

/** Returns which half of a character the escape at an index is. */
function surrogateAt(json: Buffer, at: number): 'high' | 'low' | undefined {
  if (json[at] !== BACKSLASH || json[at + 1] !== LETTER_U) return undefined;
  if (((json[at + 2] ?? 0) | LOWER) !== LETTER_D) return undefined;
  const digit = Number.parseInt(String.fromCharCode(json[at + 3] ?? 0), 16);
  if (digit < 0x8) return undefined;
  return digit < 0xc ? 'high' : 'low';
}
