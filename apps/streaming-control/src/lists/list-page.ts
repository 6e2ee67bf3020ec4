import { RE2JS } from 're2js';
import { refused } from '../errors/errors';

/** What every list takes (streaming-control-v1, Clusters; reference: streams §9). */
export interface ListWindow {
  /** 0: all. */
  pageSize: number;
  offset: number;
  sortBy: string | undefined;
  ascending: boolean;
  fields: readonly string[];
}

/** One answer of a list. `total` counts what matched, before paging. */
export interface ListPage<T> {
  list: T[];
  prev: string | null;
  next: string | null;
  total: number;
}

/**
 * Sorts, cuts out one page and keeps the asked fields.
 *
 * @param url path and query of the request, for `prev` and `next`
 */
export function pageOf<T extends object>(
  items: readonly T[],
  window: ListWindow,
  url: string,
): ListPage<object> {
  const page = cutPage(items, window, url);
  return { ...page, list: page.list.map((item) => pickFields(item, window.fields)) };
}

/** One page of whole items. */
export function cutPage<T extends object>(items: readonly T[], window: ListWindow, url: string): ListPage<T> {
  const sorted = window.sortBy === undefined ? items : sortItems(items, window.sortBy, window.ascending);
  const { pageSize, offset } = window;
  const total = sorted.length;
  const list = sorted.slice(offset, pageSize > 0 ? offset + pageSize : total);
  return { list, ...pageAround({ pageSize, offset, total }, url), total };
}

/** Where the pages before and after one are; null where there is none. @param url path and query of the request */
export function pageAround(
  { pageSize, offset, total }: Pick<ListWindow, 'pageSize' | 'offset'> & { total: number },
  url: string,
): Pick<ListPage<never>, 'prev' | 'next'> {
  const end = offset + pageSize;
  return {
    prev: pageSize > 0 && offset > 0 ? withOffset(url, Math.max(0, offset - pageSize)) : null,
    next: pageSize > 0 && end < total ? withOffset(url, end) : null,
  };
}

/** Only the named top-level fields, in the order of the record; unknown names are ignored, no names keep all. */
export function pickFields<T extends object>(item: T, fields: readonly string[]): object {
  if (fields.length === 0) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)));
}

/** @throws 400 when no item has a comparable field of that name */
function sortItems<T extends object>(items: readonly T[], field: string, ascending: boolean): T[] {
  const valueOf = (item: T): unknown => (item as Record<string, unknown>)[field];
  const comparable = (value: unknown) =>
    ['number', 'string', 'boolean'].includes(typeof value) || value === null;
  if (!items.every((item) => Object.hasOwn(item, field) && comparable(valueOf(item)))) {
    throw refused(`Specified sort field is invalid. [${field}]`);
  }
  const direction = ascending ? 1 : -1;
  return [...items].sort((left, right) => direction * compare(valueOf(left), valueOf(right)));
}

function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return (left as string) < (right as string) ? -1 : 1;
}

/** The request's own path and query with another offset. */
function withOffset(url: string, offset: number): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parts = query.split('&').filter((part) => part !== '');
  const at = parts.findIndex((part) => part.split('=', 1)[0] === 'offset');
  if (at >= 0) parts[at] = `offset=${offset}`;
  else parts.push(`offset=${offset}`);
  return `${path}?${parts.join('&')}`;
}

/**
 * `matching`: found anywhere in the name, in any case. The engine takes linear time whatever the pattern.
 *
 * @throws 400 for a pattern that can't be read
 */
export function nameMatcher(pattern: string | undefined): (name: string) => boolean {
  if (pattern === undefined || pattern === '') return () => true;
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return (name) => compiled.matcher(name).find();
  } catch (error) {
    throw refused(`matching is no regular expression: ${error instanceof Error ? error.message : pattern}`);
  }
}
