/** Bytes with a meaning in JSON. */
export const Byte = {
  Quote: 0x22,
  Comma: 0x2c,
  Colon: 0x3a,
  OpenList: 0x5b,
  Backslash: 0x5c,
  CloseList: 0x5d,
  Null: 0x6e,
  OpenObject: 0x7b,
  CloseObject: 0x7d,
} as const;

/**
 * Where a string ends: after its closing quote. As everything here, of canonical JSON: valid, without
 * spaces.
 *
 * @param start of its opening quote
 */
export function endOfString(json: Buffer, start: number): number {
  for (let at = start + 1; ; at++) {
    const byte = json[at];
    if (byte === Byte.Quote || byte === undefined) return at + 1;
    if (byte === Byte.Backslash) at++;
  }
}

/** Where a value ends. */
export function endOfValue(json: Buffer, start: number): number {
  const first = json[start];
  if (first === Byte.Quote) return endOfString(json, start);
  if (first !== Byte.OpenObject && first !== Byte.OpenList) return endOfScalar(json, start);
  let depth = 0;
  for (let at = start; at < json.length;) {
    const byte = json[at];
    if (byte === Byte.Quote) {
      at = endOfString(json, at);
      continue;
    }
    at++;
    if (byte === Byte.OpenObject || byte === Byte.OpenList) depth++;
    else if ((byte === Byte.CloseObject || byte === Byte.CloseList) && --depth === 0) return at;
  }
  return json.length;
}

/** Where a number, `true`, `false` or `null` ends. */
export function endOfScalar(json: Buffer, start: number): number {
  let at = start;
  for (; at < json.length; at++) {
    const byte = json[at];
    if (byte === Byte.Comma || byte === Byte.CloseObject || byte === Byte.CloseList) break;
  }
  return at;
}

/** The text of a key, given where its string begins and ends. */
export function keyText(json: Buffer, start: number, end: number): string {
  const inner = json.toString('utf8', start + 1, end - 1);
  return inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner;
}
