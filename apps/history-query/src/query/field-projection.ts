import { malformed } from '@portolan/service';
import type { Condition, FieldSelector } from '../address/parse-field-selector';
import { quote } from '../address/percent-decoding';
import { isJsonObject, setField, type Json, type JsonObject } from '../json/json';

/** Marks a document that a condition of its selector leaves out. */
export const LEFT_OUT = Symbol('left out');

/**
 * Returns the fields that a selector names (V2-FIELD-1). A failed condition omits the whole document, in an array only the element (V2-FIELD-3);
 * so does a sub-selector on a value without fields.
 * @throws ServiceError for a regular expression on null (V2-FIELD-5), unless nulls only fail
 */
export function projectFields(
  value: Json,
  selector: FieldSelector,
  nulls: 'refuse' | 'fail' = 'refuse',
): Json | typeof LEFT_OUT {
  if (value === null) return null;
  if (Array.isArray(value)) {
    return value
      .map((element) => projectFields(element, selector, nulls))
      .filter((element): element is Json => element !== LEFT_OUT);
  }
  if (!isJsonObject(value)) return LEFT_OUT;
  const result: JsonObject = {};
  for (const { key, fields, flatten, condition } of selector) {
    if (!Object.hasOwn(value, key)) continue;
    let field: Json | typeof LEFT_OUT = value[key] as Json;
    if (condition) {
      if (nulls === 'refuse') refuseNulls(field, condition, key);
      field = meet(field, condition);
    } else if (fields) field = projectFields(field, fields, nulls);
    else if (flatten) field = flattened(field);
    if (field === LEFT_OUT) return LEFT_OUT;
    setField(result, key, field);
  }
  return result;
}

/** True for a selector with a regular expression, which may be refused because of a document's content. */
export const hasPattern = (selector: FieldSelector): boolean =>
  selector.some(
    ({ fields, condition }) =>
      (condition && 'matches' in condition) === true || (fields && hasPattern(fields)) === true,
  );

function refuseNulls(value: Json, condition: Condition, key: string): void {
  if (!('matches' in condition)) return;
  if (value !== null && !(Array.isArray(value) && value.includes(null))) return;
  throw malformed(
    'selector',
    `invalid selector: a regular expression cannot be compared with null, and ${quote(key)} of a document is null;  ` +
      `leave those out first: (${key}!=null,${key}~/…/)`,
  );
}

function meet(value: Json, condition: Condition): Json | typeof LEFT_OUT {
  if (Array.isArray(value)) return value.filter((element) => holds(element, condition));
  return holds(value, condition) ? value : LEFT_OUT;
}

function holds(value: Json, condition: Condition): boolean {
  const met =
    'literal' in condition
      ? value === condition.literal
      : value !== null && typeof value !== 'object' && condition.matches(String(value));
  return met !== condition.negated;
}

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
