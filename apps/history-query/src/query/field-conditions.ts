import { malformed } from '@portolan/service';
import type { Condition } from '../address/parse-field-selector';
import { quote } from '../errors/quote';
import type { Json } from '../json/json';

/** Marks a document that a condition of its selector leaves out. */
export const LEFT_OUT = Symbol('left out');

/** Refuses to apply a regular expression to null. @throws ServiceError (malformed) that names the field */
export function refuseNulls(value: Json, condition: Condition, key: string): void {
  if (!('matches' in condition)) return;
  if (value !== null && !(Array.isArray(value) && value.includes(null))) return;
  throw malformed(
    'selector',
    `invalid selector: a regular expression cannot be compared with null, and ${quote(key)} of a document is null; ` +
      `leave those out first: (${key}!=null,${key}~/…/)`,
  );
}

/** Returns the elements of an array, or the value, for which a condition holds. */
export function keepWhereHolds(value: Json, condition: Condition): Json | typeof LEFT_OUT {
  if (Array.isArray(value)) return value.filter((element) => holds(element, condition));
  return holds(value, condition) ? value : LEFT_OUT;
}

/** A regular expression never holds for null, negated or not. */
function holds(value: Json, condition: Condition): boolean {
  if ('literal' in condition) return (value === condition.literal) !== condition.negated;
  if (value === null) return false;
  const matches = typeof value !== 'object' && condition.matches(String(value));
  return matches !== condition.negated;
}
