/** The code blocks of Markdown pages, each with the name by which exceptions are listed. */

const FENCE = /^( *)```(.*)$/;
const HEADING = /^#{1,6} +(.*)$/;

/**
 * A fenced code block.
 * @typedef {object} Block
 * @property {string} page path of the page below the repository's root
 * @property {string} name `<page>: <heading>`, from the second block below a heading on with its number: `<page>: <heading> (2)`
 * @property {number} line of its fence, from 1
 * @property {string} language first word behind the fence; empty when there is none
 * @property {string[]} words the others
 * @property {string} text without the fences and their indentation
 */

/**
 * Reads the blocks of a page, in order.
 * @returns {Block[]}
 */
export function blocksOf(page, markdown) {
  const blocks = [];
  const counts = new Map();
  let heading = '';
  let open;
  markdown.split('\n').forEach((line, index) => {
    const [, indent = '', info] = FENCE.exec(line) ?? [];
    if (open && info !== undefined) {
      blocks.push({ ...open, text: open.lines.map((one) => `${one}\n`).join('') });
      open = undefined;
    } else if (open) open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    else if (info !== undefined) {
      const [language = '', ...words] = info.trim().split(/ +/);
      const count = (counts.get(heading) ?? 0) + 1;
      counts.set(heading, count);
      const name = `${page}: ${heading}${count > 1 ? ` (${count})` : ''}`;
      open = { page, name, line: index + 1, language, words, indent, lines: [] };
    } else heading = HEADING.exec(line)?.[1] ?? heading;
  });
  return blocks.map(({ indent: _indent, lines: _lines, ...block }) => block);
}

/** Lines that are code by their indentation alone, which no check would see: `page:line`. */
export function indentedCode(page, markdown) {
  const found = [];
  let fenced = false;
  let blank = true;
  markdown.split('\n').forEach((line, index) => {
    if (FENCE.test(line)) fenced = !fenced;
    else if (!fenced && blank && /^ {4,}\S/.test(line) && !/^ +([-*]|\d+\.) /.test(line))
      found.push(`${page}:${index + 1}`);
    blank = line.trim() === '';
  });
  return found;
}

/**
 * Pairs the shell blocks of a page with what the page shows of their output.
 * @param {Block[]} blocks of one page
 * @returns {{ block: Block, shown: string | undefined }[]}
 */
export function pastesOf(blocks) {
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    return block.language === 'sh'
      ? [{ block, shown: next?.language === 'output' ? next.text : undefined }]
      : [];
  });
}
