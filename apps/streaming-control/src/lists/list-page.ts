import { Field, schema, type Schema } from '@portolan/service';
import { RE2JS } from 're2js';
import { refused } from '../errors/refusals';

const { integer, maybe, text } = schema;

/** Page, order and fields of a list (V1-LIST-1 to V1-LIST-4). */
export interface ListWindow {
  /** 0: all. */
  pageSize: number;
  offset: number;
  /** A field of the items whose values are numbers, strings, booleans or null. */
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

/** One page of a list. */
export type ListPage<T> = { list: T[] } & PageResponse;

/** Marks a record that may be partial because of `fields`; typed clients keep the whole record. */
const SOME_FIELDS = 'With `fields`: the named fields that the record has.';

/** The schema of a record that `fields` may reduce: then none of its fields is required. */
export const orSomeFields = (...records: Schema[]): Schema => ({
  anyOf: [...records, { type: 'object', additionalProperties: true, description: SOME_FIELDS }],
});

/** Sorts items, selects a page and picks the requested fields. @param url path and query of the request */
export function pageOf(items: readonly object[], window: ListWindow, url: string): ListPage<object> {
  const { pageSize, offset, sortBy, ascending, fields } = window;
  const sorted = sortBy === undefined ? items : sortItems(items, sortBy, ascending);
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

/** Picks the named top-level fields, in the order of the record. Unknown names are ignored; no names keep all. */
export const pickFields = (item: object, fields: readonly string[]): object =>
  fields.length === 0
    ? item
    : Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)));

function sortItems(items: readonly object[], field: string, ascending: boolean): object[] {
  const valueOf = (item: object): unknown => (item as Record<string, unknown>)[field];
  const direction = ascending ? 1 : -1;
  return items.toSorted((left, right) => direction * compare(valueOf(left), valueOf(right)));
}

function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return (left as string) < (right as string) ? -1 : 1;
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

/** Compiles `matching`, a case-insensitive search in linear time for any pattern (V1-CLUSTER-2). @throws 400 */
export function nameMatcher(pattern: string | undefined): (name: string) => boolean {
  if (pattern === undefined || pattern === '') return () => true;
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return (name) => compiled.matcher(name).find();
  } catch (error) {
    throw refused(
      `matching is not a valid regular expression: ${error instanceof Error ? error.message : pattern}`,
    );
  }
}
