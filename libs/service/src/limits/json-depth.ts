/** How deep JSON of a client may be: what walks through it (validation, comparison) does so by recursion. */
export const JSON_DEPTH_LIMIT = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`; `]` and `}` */
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Tells whether a JSON text has more than `limit` arrays and objects inside each other, without parsing it. */
export function isDeeperThan(text: string, limit: number): boolean {
  // Too short to be: most texts are.
  if (text.length <= limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

/** Where the string that begins at `start` has its closing quote; the end of the text when it has none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
