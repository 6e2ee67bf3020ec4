import { malformed, type Schema } from '@portolan/service';

/** Marks a record that may be partial because of `fields`; typed clients keep the whole record. */
const SOME_FIELDS = 'With `fields`: the named fields that the record has.';

/** Returns the schema of a record that `fields` may reduce: then none of its fields is required. */
export const orSomeFields = (...records: Schema[]): Schema => ({
  anyOf: [...records, { type: 'object', additionalProperties: true, description: SOME_FIELDS }],
});

/** Splits `fields` at commas. @throws ServiceError (malformed) for a repeated parameter */
export function splitFields(fields: unknown = ''): string[] {
  if (typeof fields !== 'string') throw malformed('fields', 'fields must be given once, separated by commas');
  return fields
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
}

/** Picks the named top-level fields, in the order of the record. Unknown names are ignored; no names keep all. */
export const pickFields = (item: object, fields: readonly string[]): object =>
  fields.length === 0
    ? item
    : Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)));
