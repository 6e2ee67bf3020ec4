/** Characters that would move the cursor or change the terminal: names come from other people. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const WIDE =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6])/u;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

const escaped = (sign: string): string =>
  sign === '\n' || sign === '\t' ? ' ' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Returns a text in one line, with control characters made visible. */
export const oneLine = (text: string): string => text.replace(CONTROL, escaped);

/** Keeps line breaks and makes all other control characters visible. */
export const severalLines = (text: string): string => text.split('\n').map(oneLine).join('\n');

let segmenter: Intl.Segmenter | undefined;

const graphemes = (text: string): string[] =>
  Array.from((segmenter ??= new Intl.Segmenter()).segment(text), ({ segment }) => segment);

const widthOfOne = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

/** Columns that a text without control characters takes. */
export const widthOf = (text: string): number =>
  PRINTABLE_ASCII.test(text) ? text.length : graphemes(text).reduce((sum, one) => sum + widthOfOne(one), 0);

/** Returns a text cut to a width, with `…` as its last character where something is missing. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [result, taken] = ['', 0];
  for (const one of graphemes(text)) {
    taken += widthOfOne(one);
    if (taken > width - 1) break;
    result += one;
  }
  return `${result}…`;
}
