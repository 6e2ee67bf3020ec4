import type { ValidationError } from 'class-validator';
import { pathOf } from './copy-fields';
import type { FieldError, FieldErrorKind } from './field-error';

/** Rules that speak of a value's JSON type (or of an enumeration, which is read as one), not of its size. */
const TYPE_RULES: ReadonlySet<string> = new Set([
  'isString',
  'isNumber',
  'isInt',
  'isBoolean',
  'isArray',
  'isObject',
  'isEnum',
  'isIn',
  'isJsonObject',
  'isBooleanString',
  'isNumberString',
  'nestedValidation',
]);

/**
 * Flattens class-validator's tree into one entry per broken field, in the order of the class.
 * Of several broken rules on one field the most basic one is reported: a number where a string
 * belongs is a wrong type, not also a string that is too short.
 */
export function collectFieldErrors(errors: readonly ValidationError[], parent = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = Array.isArray(error.target)
      ? `${parent}[${error.property}]`
      : pathOf(parent, error.property);
    const own = describe(error, field);
    // A value of the wrong type has no fields that could be wrong too.
    if (own && own.kind !== 'constraint') return [own];
    const nested = collectFieldErrors(error.children ?? [], field);
    return own ? [own, ...nested] : nested;
  });
}

function describe(error: ValidationError, field: string): FieldError | undefined {
  const rules = Object.entries(error.constraints ?? {});
  if (rules.length === 0) return undefined;
  const [rule, message] = rules.find(([name]) => TYPE_RULES.has(name)) ?? rules[0] ?? ['', ''];
  const kind = kindOf(error.value, rule);
  return { field, kind, rule, message: inWords(kind, qualify(message, error.property, field), field) };
}

function kindOf(value: unknown, rule: string): FieldErrorKind {
  if (value === undefined) return 'absent';
  if (value === null) return 'constraint';
  return TYPE_RULES.has(rule) ? 'type' : 'constraint';
}

/** Says of an absent field that it is required, and what it would be. */
function inWords(kind: FieldErrorKind, message: string, field: string): string {
  const rest = message.startsWith(`${field} must be `) ? message.slice(field.length) : undefined;
  return kind === 'absent' && rest !== undefined ? `${field} is required and${rest}` : message;
}

/** class-validator names the last property only; a client needs the whole path. */
function qualify(message: string, property: string, field: string): string {
  return field !== property && message.startsWith(property)
    ? field + message.slice(property.length)
    : message;
}
