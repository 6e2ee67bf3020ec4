import { fieldsOf, type ClassConstructor, type DeclaredFields, type FieldReading } from './declared-fields';
import type { FieldError } from './field-error';

/** HAL's own fields: a client sends back what it read. */
const HAL_FIELDS: ReadonlySet<string> = new Set(['_links', '_embedded', 'links']);

/** Told of a field that no class declares, by its path. @returns whether it wants to know of more */
export type IgnoredListener = (path: string) => boolean;

/** Findings made while fields are copied. */
export interface CopyReport {
  /** Lists and maps with too many entries. */
  readonly errors: FieldError[];
  /** Undefined when nobody wants to know. */
  readonly ignored?: IgnoredListener | undefined;
}

/**
 * Copies the declared fields of parsed JSON into a new instance of `type`, nested classes included. Everything else is
 * left behind, whatever its name; free-form values are taken as they are. Takes time in proportion to the number of
 * keys.
 *
 * @param path of `plain` inside the body; empty for the body itself
 */
export function copyFields<T extends object>(
  type: ClassConstructor<T>,
  plain: object,
  report: CopyReport,
  path = '',
): T {
  const { readings } = fieldsOf(type);
  const given = plain as Record<string, unknown>;
  const instance = new type();
  for (const [name, reading] of readings) {
    // Only own fields: every object inherits a `constructor`.
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) continue;
    (instance as Record<string, unknown>)[name] = readValue(reading, value, report, pathOf(path, name));
  }
  if (report.ignored) reportIgnored(Object.keys(given), fieldsOf(type), report.ignored, path);
  return instance;
}

function reportIgnored(
  names: readonly string[],
  { readings, readOnly }: DeclaredFields,
  report: IgnoredListener,
  path: string,
): void {
  for (const name of names) {
    if (readings.has(name) || readOnly.has(name) || HAL_FIELDS.has(name)) continue;
    if (!report(pathOf(path, name))) return;
  }
}

/** Path of a field: dots between levels. */
export const pathOf = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`);

function readValue(
  { readers, nested, maxEntries }: FieldReading,
  value: unknown,
  report: CopyReport,
  path: string,
): unknown {
  let read = bounded(value, maxEntries, report, path);
  for (const reader of readers) read = reader(read);
  if (!nested) return read;
  const type = nested();
  if (isPlainObject(read)) return copyFields(type, read, report, path);
  if (!Array.isArray(read)) return read;
  // The rules walk into every list, whatever they judge: one in a wrong place is replaced by a value that is wrong too.
  if (maxEntries === undefined) return false;
  return read.map((entry: unknown, index) => {
    if (Array.isArray(entry)) return undefined;
    return isPlainObject(entry) ? copyFields(type, entry, report, `${path}[${index}]`) : entry;
  });
}

/** A list that is too long is cut, so that judging the rest of it costs no more than its limit. */
function bounded(value: unknown, maxEntries: number | undefined, report: CopyReport, path: string): unknown {
  if (maxEntries === undefined || typeof value !== 'object' || value === null) return value;
  const list = Array.isArray(value) ? (value as unknown[]) : undefined;
  const entries = list?.length ?? Object.keys(value).length;
  if (entries <= maxEntries) return value;
  report.errors.push({
    field: path,
    kind: 'constraint',
    rule: 'arrayMaxSize',
    message: `${path} must have at most ${maxEntries} entries, not ${entries}`,
  });
  return list ? list.slice(0, maxEntries) : {};
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
