/**
 * Readings of v1, which takes numbers and booleans as strings and the other way round
 * (streaming-control-v1, Resources; reference: streams §0). What can't be read is left as it came,
 * so that the type rule behind it names the field.
 */

/** `"12"` → 12; anything that isn't the text of a finite number stays as it is. */
export function toNumber(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** `"true"`/`"false"` in any case → boolean. */
export function toBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  if (text === 'true') return true;
  return text === 'false' ? false : value;
}

/** Numbers and booleans → their JSON text. */
export function toText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
