import { datesBelow, type DatePaths } from './json';
import { Byte, ByteWriter, endOfScalar, endOfString, keyText } from './json-bytes';

/** The last moment of a `Date`, ms. */
const LAST_DATE = 8.64e15;

/**
 * Returns JSON for people (V2-MOD-9), without a final line break.
 * @param json canonical JSON
 * @param dates paths of the times
 */
export function prettyJson(json: Buffer | string, dates?: DatePaths): string {
  const writer = new ByteWriter();
  writePretty(writer, typeof json === 'string' ? Buffer.from(json) : json, dates);
  return writer.take().toString();
}

const KEY_END = Buffer.from(' : ');
const EMPTY_END = 0x20;

/**
 * Writes the value of canonical JSON that begins at `start` for people.
 * @param depth nesting depth in a larger text
 * @returns the end of the value
 */
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
  const time = dates === true && first !== Byte.Quote ? Number(json.toString('latin1', start, end)) : NaN;
  if (Math.abs(time) <= LAST_DATE) writer.text(JSON.stringify(new Date(time)));
  else writer.span(json, start, end);
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
