import { fieldsOf, type ClassConstructor, type FieldReading } from './declared-fields';
import type { FieldError } from './field-error';

/** HAL's own fields: a client sends back what it read. */
const HAL_FIELDS: ReadonlySet<string> = new Set(['_links', '_embedded', 'links']);

/** Called with the path of each undeclared field. @returns whether to report further ones */
export type IgnoredListener = (path: string) => boolean;

/** Findings made while fields are copied. */
export interface CopyReport {
  readonly errors: FieldError[];
  readonly ignored?: IgnoredListener | undefined;
}

/**
 * Copies the declared fields of parsed JSON, nested classes included, in time proportional to its keys; free-form values as they are.
 * @param path of `plain` inside the body; empty for the body itself
 */
export function copyFields<T extends object>(
  type: ClassConstructor<T>,
  plain: object,
  report: CopyReport,
  path = '',
  strict = false,
): T {
  const { readings, readOnly } = fieldsOf(type);
  const given = plain as Record<string, unknown>;
  const instance = new type();
  for (const [name, reading] of readings) {
    // Only own fields: every object inherits a `constructor`.
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) continue;
    const isStrict = strict || reading.strict === true;
    const read = readValue(reading, value, report, pathOf(path, name), isStrict);
    (instance as Record<string, unknown>)[name] = read;
  }
  if (report.ignored) {
    const isKnown = (name: string) => readings.has(name) || readOnly.has(name) || HAL_FIELDS.has(name);
    for (const name of Object.keys(given)) if (!isKnown(name) && !report.ignored(pathOf(path, name))) break;
  }
  return instance;
}

/** Returns the path of a field: dots between levels. */
export const pathOf = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`);

function readValue(
  { readers, nested, maxEntries }: FieldReading,
  value: unknown,
  report: CopyReport,
  path: string,
  strict: boolean,
): unknown {
  let read = bounded(value, maxEntries, report, path, strict);
  for (const reader of readers) read = reader(read);
  if (!nested) return read;
  const type = nested();
  if (isPlainObject(read)) return copyFields(type, read, report, path, strict);
  if (maxEntries === undefined || !Array.isArray(read)) return read;
  return read.map((entry: unknown, index) =>
    isPlainObject(entry) ? copyFields(type, entry, report, `${path}[${index}]`, strict) : entry,
  );
}

/** Cuts an oversized list to its limit and empties an oversized map, which bounds the cost of the checks. */
function bounded(
  value: unknown,
  maxEntries: number | undefined,
  report: CopyReport,
  path: string,
  strict: boolean,
): unknown {
  if (maxEntries === undefined || typeof value !== 'object' || value === null) return value;
  const list = Array.isArray(value) ? (value as unknown[]) : undefined;
  const entries = list?.length ?? Object.keys(value).length;
  if (entries <= maxEntries) return value;
  report.errors.push({
    field: path,
    kind: strict ? 'type' : 'constraint',
    rule: 'arrayMaxSize',
    message: `${path} must have at most ${maxEntries} entries, not ${entries}`,
  });
  return list ? list.slice(0, maxEntries) : {};
}

export const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
