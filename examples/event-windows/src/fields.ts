/** The value at a path like `a.b.0`; undefined when there is none. */
function valueAt(event: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      event,
    );
}

/** An event as it is counted. */
export interface KeyedValue {
  readonly key: string;
  /** Undefined when there is nothing to add up. */
  readonly value: number | undefined;
}

/** @returns undefined for text that is not JSON and for events without the key: they are not counted */
export function readEvent(
  text: string,
  keyField: string,
  valueField: string | undefined,
): KeyedValue | undefined {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch {
    return undefined;
  }
  const key = valueAt(event, keyField);
  if (typeof key !== 'string' && typeof key !== 'number' && typeof key !== 'boolean') return undefined;
  const value = valueField === undefined ? undefined : valueAt(event, valueField);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return {
    key: String(key),
    value: typeof number === 'number' && Number.isFinite(number) ? number : undefined,
  };
}
