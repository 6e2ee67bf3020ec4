/** The pages of the documentation. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../settings.mjs';
import { blocksOf } from './blocks.mjs';

/**
 * Every Markdown page of the repository, new ones that are not committed included.
 * @returns {{ page: string, markdown: string, blocks: import('./blocks.mjs').Block[] }[]}
 */
export function readPages() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', '*.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter(Boolean)
    .map((page) => {
      const markdown = readFileSync(join(ROOT, page), 'utf8');
      return { page, markdown, blocks: blocksOf(page, markdown) };
    });
}
