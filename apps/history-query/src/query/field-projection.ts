import { malformed } from '@portolan/service';
import type { Condition, FieldSelector } from '../address/field-selector';
import { quote } from '../address/percent-decoding';
import { isJsonObject, setField, type Json, type JsonObject } from '../json';

/** A document that a condition of its selector leaves out. */
export const LEFT_OUT = Symbol('left out');

/**
 * The fields of a document that a selector names (resource-history-v2, Field selectors). Unknown keys
 * are left out. A condition that fails leaves out the whole document, in an array only the element; so
 * does a sub-selector of something that has no fields (null stays null).
 *
 * @param nulls whether a regular expression that meets null is refused, or only fails
 * @throws ServiceError (malformed) for a regular expression that meets null (reference: history, Errors)
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

/** True for a selector with a regular expression, which may be refused because of what a document holds. */
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
    `invalid selector: a regular expression can't be compared with null, and ${quote(key)} of a document is null; ` +
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

/** `{a: {b: 1}}` as `{"a.b": 1}`; arrays stay as they are. */
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
