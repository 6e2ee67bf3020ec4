import { ByteWriter } from './byte-writer';
import type { DatePaths } from './date-paths';
import { Byte, endOfScalar, endOfString, keyText } from './json-bytes';
import { prettyJson } from './pretty-json';

const SPACE = 0x20;
const LINE_END = 0x0a;

/** One for all: nothing here waits. */
const writer = new ByteWriter();

/**
 * The same as {@link prettyJson} of what canonical JSON says, made from its bytes: several times as fast as
 * parsing and writing it.
 *
 * @param dates where the times are
 * @param depth how deep the text will stand in a larger one; its first line is not indented
 */
export function prettyBytes(json: Buffer, dates: DatePaths | undefined, depth = 0): Buffer {
  writer.cut(0);
  writeValue(json, 0, dates, depth);
  return writer.take();
}

/** @returns where the value ends */
function writeValue(json: Buffer, start: number, dates: DatePaths | true | undefined, depth: number): number {
  const first = json[start];
  if (first === Byte.OpenObject) return writeMembers(json, start, dates, depth, Byte.CloseObject);
  if (first === Byte.OpenList) return writeMembers(json, start, dates, depth, Byte.CloseList);
  const end = first === Byte.Quote ? endOfString(json, start) : endOfScalar(json, start);
  if (dates === true && first !== Byte.Quote) writeTime(json, start, end);
  else writer.span(json, start, end);
  return end;
}

/** The members of an object or the elements of a list. */
function writeMembers(
  json: Buffer,
  start: number,
  dates: DatePaths | true | undefined,
  depth: number,
  close: number,
): number {
  writer.byte(json[start]!);
  let at = start + 1;
  if (json[at] === close) {
    writer.byte(SPACE);
    writer.byte(close);
    return at + 1;
  }
  const isObject = close === Byte.CloseObject;
  for (;;) {
    writeLineEnd(depth + 1);
    let below = isObject ? undefined : dates;
    if (isObject) {
      const end = endOfString(json, at);
      writer.span(json, at, end);
      if (typeof dates === 'object') below = datesBelow(dates, keyText(json, at, end));
      writer.byte(SPACE);
      writer.byte(Byte.Colon);
      writer.byte(SPACE);
      at = end + 1;
    }
    at = writeValue(json, at, below, depth + 1);
    if (json[at] !== Byte.Comma) break;
    writer.byte(Byte.Comma);
    at++;
  }
  writeLineEnd(depth);
  writer.byte(close);
  return at + 1;
}

const datesBelow = (dates: DatePaths, key: string): DatePaths | true | undefined =>
  Object.hasOwn(dates, key) ? dates[key] : undefined;

function writeLineEnd(depth: number): void {
  writer.byte(LINE_END);
  for (let spaces = 2 * depth; spaces > 0; spaces--) writer.byte(SPACE);
}

function writeTime(json: Buffer, start: number, end: number): void {
  const text = prettyJson(JSON.parse(json.toString('latin1', start, end)) as number, true);
  const bytes = Buffer.from(text);
  writer.span(bytes, 0, bytes.length);
}
