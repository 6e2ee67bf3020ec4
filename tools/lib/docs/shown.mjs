/** Compares what a page shows with what was printed. */

/** Stands for any text within a line, and alone in a line for any number of lines. */
const ANYTHING = '…';

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** The lines without what no reader sees. */
const linesOf = (text) =>
  text
    .replace(/\r/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n+$/, '');

/**
 * Tells whether the printed text is what a page shows.
 * @param {string} shown `…` stands for anything: in a line for its rest or a part of it, alone in a line for lines
 * @param {string} printed
 * @param {boolean} [begins] true when more may follow
 */
export function isShown(shown, printed, begins = false) {
  const lines = linesOf(shown).split('\n');
  const isOpen = lines.at(-1).trim() === ANYTHING;
  if (isOpen) lines.pop();
  const pattern = lines.map((line, index) => {
    const end = index + 1 === lines.length ? '' : String.raw`\n`;
    if (line.trim() === ANYTHING) return String.raw`(?:[^\n]*\n)*?`;
    return `${line
      .split(ANYTHING)
      .map(escape)
      .join(String.raw`[^\n]*`)}${end}`;
  });
  return new RegExp(`^${pattern.join('')}${begins || isOpen ? String.raw`(?:\n|$)` : '$'}`).test(
    linesOf(printed),
  );
}
