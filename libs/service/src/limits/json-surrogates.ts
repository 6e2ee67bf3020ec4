import { pathAt } from './json-scan';

/** An escape of a JSON text that is half of a character: a surrogate without its other half. */
export interface LoneSurrogate {
  /** As written, `\ud800`. */
  escape: string;
  /** Place of the text that contains it: `metadata.name`, `list[3].id`; empty when the text is the whole JSON. */
  path: string;
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const LETTER_D = 0x64;
/** Lowers the case of a letter. */
const LOWER = 0x20;
const ESCAPE_LENGTH = 6;

/**
 * Finds the first lone surrogate, in keys too. UTF-8 cannot express one, so a database would store another text, and
 * `encodeURIComponent` throws.
 * @param json valid JSON in UTF-8, in which lone surrogates can only be escapes
 */
export function findLoneSurrogate(json: Buffer): LoneSurrogate | undefined {
  if (!json.includes('\\ud') && !json.includes('\\uD')) return undefined;
  // A backslash of valid JSON begins an escape.
  for (let at = json.indexOf(BACKSLASH); at >= 0;) {
    const kind = surrogateAt(json, at);
    let end = at + 2;
    if (kind === 'high' && surrogateAt(json, at + ESCAPE_LENGTH) === 'low') end = at + 2 * ESCAPE_LENGTH;
    else if (kind) return { escape: json.toString('latin1', at, at + ESCAPE_LENGTH), path: pathAt(json, at) };
    at = json.indexOf(BACKSLASH, end);
  }
  return undefined;
}

/** Returns which half of a character the escape at an index is. */
function surrogateAt(json: Buffer, at: number): 'high' | 'low' | undefined {
  if (json[at] !== BACKSLASH || json[at + 1] !== LETTER_U) return undefined;
  if (((json[at + 2] ?? 0) | LOWER) !== LETTER_D) return undefined;
  const digit = Number.parseInt(String.fromCharCode(json[at + 3] ?? 0), 16);
  if (digit < 0x8) return undefined;
  return digit < 0xc ? 'high' : 'low';
}
