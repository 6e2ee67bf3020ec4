import { isJsonObject, type Json } from '../json';
import type { DatePaths } from './date-paths';

const INDENT = '  ';

/** The last moment that a `Date` can hold, ms. */
const LAST_DATE = 8.64e15;

/**
 * JSON for people (`_pp`; reference: history, Modifiers): two spaces an indent, `"key" : value`, every
 * array element on its own line, `{ }` and `[ ]` for what is empty, keys sorted, times as
 * `YYYY-MM-DDTHH:mm:ss.SSSZ`. No line break at the end.
 *
 * @param dates where the times are
 * @param depth how deep the text will stand in a larger one; its first line is not indented
 */
export function prettyJson(value: Json, dates: DatePaths | true | undefined, depth = 0): string {
  const inner = INDENT.repeat(depth + 1);
  const end = `\n${INDENT.repeat(depth)}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[ ]';
    const elements = value.map((element) => inner + prettyJson(element, dates, depth + 1));
    return `[\n${elements.join(',\n')}${end}]`;
  }
  if (isJsonObject(value)) {
    const keys = Object.keys(value).sort();
    if (keys.length === 0) return '{ }';
    const fields = keys.map((key) => {
      const below = typeof dates === 'object' && Object.hasOwn(dates, key) ? dates[key] : undefined;
      return `${inner}${JSON.stringify(key)} : ${prettyJson(value[key] as Json, below, depth + 1)}`;
    });
    return `{\n${fields.join(',\n')}${end}}`;
  }
  if (dates === true && typeof value === 'number' && Math.abs(value) <= LAST_DATE) {
    return JSON.stringify(new Date(value).toISOString());
  }
  return JSON.stringify(value);
}
