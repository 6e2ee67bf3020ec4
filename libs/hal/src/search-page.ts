import { link, queryString, type Link, type Links, type QueryPair } from './resource';

export interface SearchResult {
  /** Address of the collection, without a query. */
  href: string;
  /** Every filter that the search knows, in the order in which they are shown. */
  filters: readonly string[];
  /** The applied filters, as the client sent them. */
  used: readonly QueryPair[];
  /** Number of this page, from 0. */
  page: number;
  /** Maximum number of elements of a page. */
  size: number;
  /** The effective sort: `updated,desc`; repeated for several fields. */
  sort: readonly string[];
  total: number;
  listName: string;
  items: readonly object[];
}

/** A page of search results as a HAL document. `_embedded` is left out when the page is empty. */
export interface SearchPage {
  _embedded?: Record<string, readonly object[]>;
  _links: Links;
  /** Position of the page: the number of its elements (`size`), the totals, and its number from 0. */
  page: { size: number; totalElements: number; totalPages: number; number: number };
}

export function searchPage(result: SearchResult): SearchPage {
  const totalPages = Math.ceil(result.total / result.size);
  return {
    ...(result.items.length > 0 ? { _embedded: { [result.listName]: result.items } } : {}),
    _links: { self: selfLink(result), ...pageLinks(result, totalPages) },
    page: { size: result.items.length, totalElements: result.total, totalPages, number: result.page },
  };
}

function selfLink({ href, filters, used }: SearchResult): Link {
  const names = new Set(used.map(([name]) => name));
  const unused = filters.filter((name) => !names.has(name));
  const address = href + queryString(used);
  if (unused.length === 0) return link(address);
  return { href: `${address}{${used.length > 0 ? '&' : '?'}${unused.join(',')}}`, templated: true };
}

/** Links to the first, previous, next and last page, as far as they exist; none for a single page. */
function pageLinks(result: SearchResult, totalPages: number): Record<string, Link> {
  if (totalPages <= 1) return {};
  const { href, used, page, size } = result;
  const last = totalPages - 1;
  const sort = result.sort.map((one): QueryPair => ['sort', one]);
  const at = (number: number): Link =>
    link(href + queryString([...used, ['page', String(number)], ['size', String(size)], ...sort]));
  return {
    first: at(0),
    ...(page > 0 ? { prev: at(Math.min(page - 1, last)) } : {}),
    ...(page < last ? { next: at(page + 1) } : {}),
    last: at(last),
  };
}
