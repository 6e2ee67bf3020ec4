import { setTimeout as delay } from 'node:timers/promises';
import { Option } from 'commander';
import { usageError } from '../failure/cli-error.ts';
import { isTemporary } from '../failure/request-failure.ts';
import type { Column } from '../output/table.ts';
import { interrupted } from './interrupts.ts';
import type { Session } from './session.ts';
import { wholeNumber } from '../input/values.ts';

/** The option `--watch` of lists. */
export interface WatchOption {
  /** Seconds between two looks; true without a number. */
  watch?: boolean | string;
}

/** Declared by every command that uses {@link showList}. */
export const WATCH_OPTION = [
  '-w, --watch [seconds]',
  'print the list again when it changes, until Ctrl-C; checks every 2 seconds by default',
] as const;

const DEFAULT_SECONDS = 2;
const MAX_SECONDS = 86_400;
const CLEAR = '\u001b[H\u001b[J';

/** The columns of a list, or those that its rows have. */
export type ListColumns<T> = readonly Column<T>[] | ((rows: readonly T[]) => readonly Column<T>[]);

/** Prints a list; with `--watch` again whenever it has changed, until Ctrl-C. */
export async function showList<T>(
  session: Session,
  options: WatchOption,
  load: () => Promise<readonly T[]>,
  columns: ListColumns<T>,
  empty?: string,
): Promise<void> {
  await showText(session, options, async () => {
    const rows = await load();
    return session.printer.listText(rows, columnsOf(columns, rows), empty);
  });
}

/** Prints a text as {@link showList} prints a list. @param load returns the text without its last line break */
export async function showText(
  session: Session,
  { watch }: WatchOption,
  load: () => Promise<string>,
): Promise<void> {
  const { terminal } = session;
  if (watch === undefined || watch === false) {
    const text = await load();
    if (text !== '') await terminal.write(`${text}\n`);
    return;
  }
  const pauseMs = pauseOf(watch);
  await session.io.interrupts.abortable(async (signal) => {
    let [shown, isFirst, isAway] = ['', true, false];
    while (!signal.aborted) {
      try {
        const text = await load();
        if (isAway) terminal.note('connected again');
        isAway = false;
        if (text !== shown || isFirst)
          await terminal.write(`${terminal.isInteractive ? CLEAR : isFirst ? '' : '\n'}${text}\n`);
        [shown, isFirst] = [text, false];
      } catch (error) {
        if (isFirst || !isTemporary(error)) throw error;
        if (!isAway) terminal.note(`connection lost (${(error as Error).message}); trying again`);
        isAway = true;
      }
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
    throw interrupted();
  });
}

const columnsOf = <T>(columns: ListColumns<T>, rows: readonly T[]): readonly Column<T>[] =>
  typeof columns === 'function' ? columns(rows) : columns;

/** @throws CliError unless it is a positive number of seconds */
function pauseOf(watch: true | string): number {
  const seconds = watch === true ? DEFAULT_SECONDS : Number(watch);
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds * 1000;
  throw usageError(`--watch ${watch}: expected a number of seconds, at most ${MAX_SECONDS}`);
}

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
