import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { searchPage } from '@portolan/hal';
import { shownPageSize } from '../compatibility/genie';
import type { ApiView } from '../http/api-address';
import { PAGE_PARAMETERS } from './paging';
import type { Search, Searchable } from './searchable';

/** Moments, ms since the epoch. */
const MOMENT = /^(min|max)[A-Z]/;
/** Parameters that may be given several times. */
const LISTS = ['status', 'tag', 'sort'];
/** Whole numbers; anything else counts as left out. */
const LENIENT_COUNTS = ['page', 'size'];

function schemaOf(name: string) {
  if (MOMENT.test(name)) return { schema: { type: 'integer', format: 'int64' } };
  if (LENIENT_COUNTS.includes(name)) return { schema: { anyOf: [{ type: 'integer' }, { type: 'string' }] } };
  if (LISTS.includes(name)) return { schema: { type: 'array', items: { type: 'string' } } };
  return { type: String };
}

/** Declares the parameters of a search in OpenAPI. */
export const SearchParameters = (filters: readonly string[], paged = true): MethodDecorator =>
  applyDecorators(
    ...[...filters, ...(paged ? PAGE_PARAMETERS : [])].map((name) =>
      ApiQuery({ name, required: false, ...schemaOf(name) }),
    ),
  );

/** What a search found. */
export interface Found<T> {
  search: Search;
  rows: readonly T[];
  /** Of all pages. */
  total: number;
}

/** Shows what a search found as a page (job-orchestration-v3, Page object; reference: jobs §3). */
export function showPage<T>(
  { search, rows, total }: Found<T>,
  {
    api,
    path,
    searchable,
    listName,
    show,
  }: { api: ApiView; path: string; searchable: Searchable; listName: string; show: (row: T) => object },
): object {
  const { page, size, sortText } = search.paging;
  const shown = searchPage({
    href: `${api.href}/${path}`,
    filters: Object.keys(searchable.filters),
    used: search.used,
    page,
    size,
    sort: sortText,
    total,
    listName,
    items: rows.map(show),
  });
  shown.page.size = shownPageSize(api.compatibility, rows.length, size);
  return shown;
}
