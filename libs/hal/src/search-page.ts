import type { Link, Links } from './links';
import { link } from './links';
import { queryString, type QueryPair } from './query';

/** What a search found and how it was asked. */
export interface SearchResult {
  /** Address of the collection, without a query. */
  href: string;
  /** Every filter that the search knows, in the order in which they are shown. */
  filters: readonly string[];
  /** The filters that were used, as they were given. */
  used: readonly QueryPair[];
  /** Number of this page, from 0. */
  page: number;
  /** Elements that a page may have. */
  size: number;
  /** Sort as it is in effect: `updated,desc`; repeated for several. */
  sort: readonly string[];
  /** Elements of all pages. */
  total: number;
  /** Name of the list in `_embedded`. */
  listName: string;
  /** Elements of this page. */
  items: readonly object[];
}

/** Where a page is among all. */
export interface PageInfo {
  /** Elements in this page. */
  size: number;
  totalElements: number;
  totalPages: number;
  /** From 0. */
  number: number;
}

/** A page of search results as a HAL document. `_embedded` is left out when the page is empty. */
export interface SearchPage {
  _embedded?: Record<string, readonly object[]>;
  _links: Links;
  page: PageInfo;
}

/** Shows one page of a search. */
export function searchPage(result: SearchResult): SearchPage {
  const totalPages = Math.ceil(result.total / result.size);
  return {
    ...(result.items.length > 0 ? { _embedded: { [result.listName]: result.items } } : {}),
    _links: { self: selfLink(result), ...pageLinks(result, totalPages) },
    page: { size: result.items.length, totalElements: result.total, totalPages, number: result.page },
  };
}

/** This search, and as a template the filters that it does not use. */
function selfLink({ href, filters, used }: SearchResult): Link {
  const names = new Set(used.map(([name]) => name));
  const unused = filters.filter((name) => !names.has(name));
  const address = href + queryString(used);
  if (unused.length === 0) return link(address);
  return { href: `${address}{${used.length > 0 ? '&' : '?'}${unused.join(',')}}`, templated: true };
}

/** First, previous, next and last page, as far as they exist; none when there is only one page. */
function pageLinks(result: SearchResult, totalPages: number): Record<string, Link> {
  if (totalPages <= 1) return {};
  const { page } = result;
  const last = totalPages - 1;
  const at = (number: number): Link =>
    link(
      result.href +
        queryString([
          ...result.used,
          ['page', String(number)],
          ['size', String(result.size)],
          ...result.sort.map((sort): QueryPair => ['sort', sort]),
        ]),
    );
  return {
    first: at(0),
    ...(page > 0 ? { prev: at(Math.min(page - 1, last)) } : {}),
    ...(page < last ? { next: at(page + 1) } : {}),
    last: at(last),
  };
}
