/** Tells whether a value says nothing: null, false, an empty text or list. Pure. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** Returns an object without the fields that say nothing. Pure. */
export const withoutBlanks = (of: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => !isBlank(value)));
