import type { Condition, FieldSelector } from '../address/field-selector';
import { isJsonObject, setField, type Json, type JsonObject } from '../json';

/** A document that a condition of its selector leaves out. */
export const LEFT_OUT = Symbol('left out');

/**
 * The fields of a document that a selector names (resource-history-v2, Field selectors). Unknown keys
 * are left out. A condition that fails leaves out the whole document, in an array only the element; so
 * does a sub-selector of something that has no fields (null stays null).
 */
export function projectFields(value: Json, selector: FieldSelector): Json | typeof LEFT_OUT {
  if (value === null) return null;
  if (Array.isArray(value)) {
    return value
      .map((element) => projectFields(element, selector))
      .filter((element): element is Json => element !== LEFT_OUT);
  }
  if (!isJsonObject(value)) return LEFT_OUT;
  const result: JsonObject = {};
  for (const { key, fields, flatten, condition } of selector) {
    if (!Object.hasOwn(value, key)) continue;
    let field: Json | typeof LEFT_OUT = value[key] as Json;
    if (condition) field = meet(field, condition);
    else if (fields) field = projectFields(field, fields);
    else if (flatten) field = flattened(field);
    if (field === LEFT_OUT) return LEFT_OUT;
    setField(result, key, field);
  }
  return result;
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
