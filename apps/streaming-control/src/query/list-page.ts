import { Field, schema } from '@portolan/service';
import { pickFields } from './some-fields';
import { sortItems } from './sort-by';

const { integer, maybe, text } = schema;

/** Page, order and fields of a list (V1-LIST-1 to V1-LIST-4). */
export interface ListWindow {
  /** 0: all. */
  pageSize: number;
  offset: number;
  /** A field of the items whose values are numbers, strings, booleans or null; undefined: the list's own order. */
  sortBy: string | undefined;
  ascending: boolean;
  fields: readonly string[];
}

/** The fields of every page beside its list. */
export abstract class PageResponse {
  @Field(maybe(text('Address of the page before.'))) prev!: string | null;
  @Field(maybe(text('Address of the page after.'))) next!: string | null;
  @Field(integer('Number of matches before paging.')) total!: number;
}

export type ListPage<T> = { list: T[] } & PageResponse;

/**
 * Sorts items, selects a page and picks the requested fields.
 * @param items in their own order, ascending
 * @param url path and query of the request
 */
export function pageOf(items: readonly object[], window: ListWindow, url: string): ListPage<object> {
  const { pageSize, offset, sortBy, ascending, fields } = window;
  const inOwnOrder = ascending ? items : items.toReversed();
  const sorted = sortBy === undefined ? inOwnOrder : sortItems(items, sortBy, ascending);
  const total = sorted.length;
  const page = sorted.slice(offset, pageSize > 0 ? offset + pageSize : total);
  const list = page.map((item) => pickFields(item, fields));
  return { list, ...pageAround({ pageSize, offset, total }, url), total };
}

/** Returns the addresses of the previous and next page or null. @param url path and query of the request */
export function pageAround(
  { pageSize, offset, total }: Pick<ListWindow, 'pageSize' | 'offset'> & { total: number },
  url: string,
): Omit<PageResponse, 'total'> {
  const end = offset + pageSize;
  return {
    prev: pageSize > 0 && offset > 0 ? withOffset(url, Math.max(0, offset - pageSize)) : null,
    next: pageSize > 0 && end < total ? withOffset(url, end) : null,
  };
}

/** Returns the path and query of the request with another offset. */
function withOffset(url: string, offset: number): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parts = query.split('&').filter((part) => part !== '');
  const at = parts.findIndex((part) => part.split('=', 1)[0] === 'offset');
  if (at >= 0) parts[at] = `offset=${offset}`;
  else parts.push(`offset=${offset}`);
  return `${path}?${parts.join('&')}`;
}
