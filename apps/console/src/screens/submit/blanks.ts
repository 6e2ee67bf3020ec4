const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Reports whether a value is blank: null, false, an empty text, list or object. Pure. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === false || value === '' || isEmptyObject(value);

/** Returns a value without the nulls in its objects, and without objects that had nothing else. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => [name, withoutNulls(field)]);
  return Object.fromEntries(fields.filter(([, field]) => field != null && !isEmptyObject(field)));
}

/** Returns an object without its blank fields. Pure. */
export const withoutBlanks = (of: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(withoutNulls(of) as Record<string, unknown>).filter(([, value]) => !isBlank(value)),
  );
