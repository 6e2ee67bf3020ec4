import { isJsonObject, type Json } from '../json';
import type { Select } from '../address/address';

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/**
 * Tells whether a document satisfies every select argument (resource-history-v2, Select matrix
 * arguments; reference: history, Matching rules). One rule for current and past documents.
 */
export function matchesSelects(root: Json, selects: readonly Select[]): boolean {
  return selects.every((select) => matchesAt(root, select.path, 0, select.values));
}

/** Arrays on the way and at the end match when at least one element does. */
function matchesAt(
  value: Json | undefined,
  path: readonly string[],
  depth: number,
  accepted: readonly string[] | undefined,
): boolean {
  if (Array.isArray(value)) return value.some((element) => matchesAt(element, path, depth, accepted));
  const key = path[depth];
  if (key === undefined) return accepted ? equalsAny(value, accepted) : isPresent(value);
  if (!isJsonObject(value) || !Object.hasOwn(value, key)) return false;
  return matchesAt(value[key], path, depth + 1, accepted);
}

const isPresent = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== '';

function equalsAny(value: Json | undefined, accepted: readonly string[]): boolean {
  if (value === undefined || value === null || typeof value === 'object') return false;
  return accepted.some((text) => equalsText(value, text));
}

/**
 * Numbers are compared by their decimal text, booleans without regard to case, times (numbers of ms)
 * also by their ISO text, strings exactly.
 */
function equalsText(value: string | number | boolean, text: string): boolean {
  switch (typeof value) {
    case 'number':
      return String(value) === text || (ISO_TIME.test(text) && Date.parse(text) === value);
    case 'boolean':
      return String(value) === text.toLowerCase();
    default:
      return value === text;
  }
}
