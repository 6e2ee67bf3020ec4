import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { searchPage } from '@portolan/hal';
import { PAGE_PARAMETERS } from './paging';
import type { Search, Searchable } from './searchable';

/** Declares the parameters of a search in OpenAPI. */
export const SearchParameters = (filters: readonly string[], paged = true): MethodDecorator =>
  applyDecorators(
    ...[...filters, ...(paged ? PAGE_PARAMETERS : [])].map((name) =>
      ApiQuery({ name, required: false, type: String }),
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
    href,
    searchable,
    listName,
    show,
  }: { href: string; searchable: Searchable; listName: string; show: (row: T) => object },
): object {
  const { page, size, sortText } = search.paging;
  return searchPage({
    href,
    filters: Object.keys(searchable.filters),
    used: search.used,
    page,
    size,
    sort: sortText,
    total,
    listName,
    items: rows.map(show),
  });
}
