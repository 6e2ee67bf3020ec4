/** How deep JSON of a client may be: what walks through it (validation, comparison) does so by recursion. */
export const JSON_DEPTH_LIMIT = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Tells whether a JSON text has more than `limit` arrays and objects inside each other, without parsing it. */
export function isDeeperThan(text: string, limit: number): boolean {
  // Fast path: a text this short cannot exceed the limit.
  if (text.length <= limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

/** Where the string that begins at `start` has its closing quote; the end of the text when it has none. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
