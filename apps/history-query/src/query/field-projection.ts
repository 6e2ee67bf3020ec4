import type { FieldSelector } from '../address/parse-field-selector';
import { isJsonObject, setField, type Json, type JsonObject } from '../json/json';
import { LEFT_OUT, keepWhereHolds, refuseNulls } from './field-conditions';

/** On null, a regular expression refuses the request, or its condition does not hold. */
export type OnNull = 'refuse' | 'noMatch';

/**
 * Returns the fields that a selector names (V2-FIELD-1). A failed condition omits the whole document, in an array only the element (V2-FIELD-3);
 * so does a sub-selector on a value without fields.
 * @throws ServiceError for a regular expression on null (V2-FIELD-5), unless `onNull` is `noMatch`
 */
export function projectFields(
  value: Json,
  selector: FieldSelector,
  onNull: OnNull = 'refuse',
): Json | typeof LEFT_OUT {
  if (value === null) return null;
  if (Array.isArray(value)) {
    return value
      .map((element) => projectFields(element, selector, onNull))
      .filter((element): element is Json => element !== LEFT_OUT);
  }
  if (!isJsonObject(value)) return LEFT_OUT;
  const result: JsonObject = {};
  for (const { key, fields, flatten, condition } of selector) {
    if (!Object.hasOwn(value, key)) continue;
    let field: Json | typeof LEFT_OUT = value[key] as Json;
    if (condition) {
      if (onNull === 'refuse') refuseNulls(field, condition, key);
      field = keepWhereHolds(field, condition);
    } else if (fields) field = projectFields(field, fields, onNull);
    else if (flatten) field = flattened(field);
    if (field === LEFT_OUT) return LEFT_OUT;
    setField(result, key, field);
  }
  return result;
}

/** Reports whether a selector has a regular expression: some documents make it invalid by their content. */
export const hasPattern = (selector: FieldSelector): boolean =>
  selector.some(
    ({ fields, condition }) =>
      (condition && 'matches' in condition) === true || (fields && hasPattern(fields)) === true,
  );

/** Turns `{a: {b: 1}}` into `{"a.b": 1}`; arrays are unchanged. */
function flattened(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  const add = (object: JsonObject, prefix: string): void => {
    for (const [key, field] of Object.entries(object)) {
      if (isJsonObject(field) && Object.keys(field).length > 0) add(field, `${prefix}${key}.`);
      else setField(result, prefix + key, field);
    }
  };
  add(value, '');
  return result;
}
