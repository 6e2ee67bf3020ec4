/** The code blocks of Markdown pages, each with the name by which exceptions are listed, and the pages of this repository. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../settings.mjs';

const FENCE = /^( *)```(.*)$/;
const HEADING = /^#{1,6} +(.*)$/;

/**
 * A fenced code block. `name` is `<page>: <heading>`, from the second block below a heading with its number: `<page>: <heading> (2)`;
 * `line` that of its fence; `language` the first word behind the fence, `words` the others.
 * @typedef {{ page: string, name: string, line: number, language: string, words: string[], text: string }} Block
 */

/** Reads the blocks of a page, in order. @returns {Block[]} */
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

/** Returns the indented code lines, which no check covers: `page:line`. */
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

/** Pairs the shell blocks of a page with the output that the page shows: `{block, shown}`. */
export const pastesOf = (blocks) =>
  blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    return block.language === 'sh'
      ? [{ block, shown: next?.language === 'output' ? next.text : undefined }]
      : [];
  });

/** Returns every Markdown page of the repository, including uncommitted ones: `{page, markdown, blocks}`. */
export function readPages() {
  const args = ['ls-files', '-co', '--exclude-standard', '--deduplicate', '*.md'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map((page) => {
      const markdown = readFileSync(join(ROOT, page), 'utf8');
      return { page, markdown, blocks: blocksOf(page, markdown) };
    });
}
