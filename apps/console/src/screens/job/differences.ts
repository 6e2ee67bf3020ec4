/** A field that has another value than before. */
export interface Difference {
  field: string;
  before: string;
  now: string;
}

/** Fields that differ between any two jobs. */
const INCIDENTAL = new Set(['id', 'created', 'updated', '_links']);

const text = (value: unknown): string =>
  value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

/** Returns the fields in which two records differ, by name. Pure. */
export function differencesOf(before: object, now: object): Difference[] {
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(now))];
  return [...new Set([...old.keys(), ...current.keys()])]
    .filter((field) => !INCIDENTAL.has(field))
    .map((field) => ({ field, before: text(old.get(field)), now: text(current.get(field)) }))
    .filter((one) => one.before !== one.now)
    .sort((a, b) => a.field.localeCompare(b.field));
}
