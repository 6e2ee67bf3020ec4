/** Patterns, without flags as JSON Schema has them, of what a search reads. */

/** Letters of a word in any case: `[uU][pP]`. */
const anyCase = (word: string): string =>
  word.replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

/** Returns the pattern of some words in any case, with commas between them; blank ones count as left out. */
export function wordsPattern(words: readonly string[]): string {
  const word = String.raw`\s*(${words.map(anyCase).join('|')})?\s*`;
  return `^${word}(,${word})*$`;
}

/** Returns the pattern of one `sort`: fields, then perhaps a direction; a blank one counts as left out. */
export function sortPattern(sortable: readonly string[]): string {
  const field = String.raw`\s*(${[...sortable, 'uniqueId'].join('|')})\s*`;
  const direction = String.raw`\s*(${anyCase('asc')}|${anyCase('desc')})\s*`;
  return String.raw`^(\s*|(${field},)*(${field}|${direction}))$`;
}
