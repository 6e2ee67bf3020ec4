import { datesBelow, isJsonObject, type DatePaths, type Json } from './json';
import { Byte, endOfScalar, endOfString, keyText, type ByteWriter } from './json-bytes';

const INDENT = '  ';

/** The last moment of a `Date`, ms. */
const LAST_DATE = 8.64e15;

/**
 * Returns JSON for people (V2-MOD-9), without a final line break.
 * @param dates paths of the times
 * @param depth nesting depth in a larger text
 */
export function prettyJson(value: Json, dates?: DatePaths | true, depth = 0): string {
  if (Array.isArray(value)) {
    const elements = value.map((element) => prettyJson(element, dates, depth + 1));
    return framed('[', elements, ']', depth);
  }
  if (isJsonObject(value)) {
    const keys = Object.keys(value).sort();
    const fieldAt = (key: string): string =>
      `${JSON.stringify(key)} : ${prettyJson(value[key] as Json, datesBelow(dates, key), depth + 1)}`;
    return framed('{', keys.map(fieldAt), '}', depth);
  }
  const isTime = dates === true && typeof value === 'number' && Math.abs(value) <= LAST_DATE;
  return JSON.stringify(isTime ? new Date(value).toISOString() : value);
}

function framed(open: string, parts: readonly string[], close: string, depth: number): string {
  if (parts.length === 0) return `${open} ${close}`;
  const line = `\n${INDENT.repeat(depth)}`;
  return `${open}${line}${INDENT}${parts.join(`,${line}${INDENT}`)}${line}${close}`;
}

const KEY_END = Buffer.from(' : ');
const EMPTY_END = 0x20;

/** Writes the result of {@link prettyJson} from canonical bytes, several times as fast. @returns the end of the value */
export function writePretty(
  writer: ByteWriter,
  json: Buffer,
  dates: DatePaths | true | undefined,
  depth = 0,
  start = 0,
): number {
  const first = json[start];
  if (first === Byte.OpenObject) return writeMembers(writer, json, start, dates, depth, Byte.CloseObject);
  if (first === Byte.OpenList) return writeMembers(writer, json, start, dates, depth, Byte.CloseList);
  const end = first === Byte.Quote ? endOfString(json, start) : endOfScalar(json, start);
  if (dates !== true || first === Byte.Quote) writer.span(json, start, end);
  else writer.text(prettyJson(JSON.parse(json.toString('latin1', start, end)) as number, true));
  return end;
}

function writeMembers(
  writer: ByteWriter,
  json: Buffer,
  start: number,
  dates: DatePaths | true | undefined,
  depth: number,
  close: number,
): number {
  writer.byte(json[start]!);
  let at = start + 1;
  if (json[at] === close) {
    writer.byte(EMPTY_END);
    writer.byte(close);
    return at + 1;
  }
  const isObject = close === Byte.CloseObject;
  for (;;) {
    writer.line(2 * (depth + 1));
    let below = isObject ? undefined : dates;
    if (isObject) {
      const end = endOfString(json, at);
      writer.span(json, at, end);
      if (typeof dates === 'object') below = datesBelow(dates, keyText(json, at, end));
      writer.bytes(KEY_END);
      at = end + 1;
    }
    at = writePretty(writer, json, below, depth + 1, at);
    if (json[at] !== Byte.Comma) break;
    writer.byte(Byte.Comma);
    at++;
  }
  writer.line(2 * depth);
  writer.byte(close);
  return at + 1;
}
