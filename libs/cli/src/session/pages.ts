import { Option } from 'commander';
import { wholeNumber } from '../input/values.ts';
import type { Session } from './session.ts';
import type { WatchOption } from './show-list.ts';

/** A page of a HAL search, as far as reading all pages needs it. */
export interface Page<T> {
  rows: readonly T[];
  totalPages: number;
}

/** Maximum number of rows of a page. */
const PAGE_SIZE = 100;

/** How many rows are wanted. */
export interface LimitOptions {
  limit?: number;
  all?: boolean;
}

const DEFAULT_LIMIT = 25;

/** Declared, as {@link ALL_OPTION}, by every command that uses {@link readPages}. */
export const LIMIT_OPTION = [
  '--limit <n>',
  `maximum number of rows (${DEFAULT_LIMIT})`,
  wholeNumber(1),
] as const;

export const ALL_OPTION = new Option('--all', 'all rows').conflicts('limit');

/**
 * Reads rows page by page. At a terminal, a note says when there are more rows than are shown.
 * @param load gets the number of a page, from 0, and its size
 */
export async function readPages<T>(
  { terminal, printer }: Pick<Session, 'terminal' | 'printer'>,
  { limit = DEFAULT_LIMIT, all = false, watch }: LimitOptions & WatchOption,
  load: (page: number, size: number) => Promise<Page<T>>,
): Promise<T[]> {
  const wanted = all ? Infinity : limit;
  const size = Math.min(wanted, PAGE_SIZE);
  const found: T[] = [];
  let [page, isLast] = [0, false];
  while (!isLast && found.length < wanted) {
    const { rows, totalPages } = await load(page, size);
    found.push(...rows);
    page += 1;
    isLast = page >= totalPages;
  }
  const hasMore = !isLast || found.length > wanted;
  if (hasMore && terminal.isInteractive && printer.isForPeople && watch === undefined)
    terminal.note(printer.style.faint(`the first ${limit}; --limit or --all lists more`));
  return found.slice(0, wanted);
}
