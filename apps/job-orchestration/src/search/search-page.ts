import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { searchPage } from '@portolan/hal';
import { shownPageSize } from '../compatibility/genie';
import type { ApiView } from '../http/api-address';
import { PAGE_PARAMETERS } from './paging';
import { sortPattern, wordsPattern } from './parameter-patterns';
import type { Search, Searchable } from './searchable';

/** Bounds of moments. */
const EIGHTEEN_DIGITS = { minimum: -1e18, exclusiveMinimum: true, maximum: 1e18, exclusiveMaximum: true };
/** Moments, ms since the epoch. */
const MOMENT = /^(min|max)[A-Z]/;
/** Whole numbers; anything else counts as left out. */
const LENIENT_COUNTS = ['page', 'size'];

const listOf = (items: object) => ({ schema: { type: 'array', items } });

function schemaOf(name: string, { filters, sortable }: Searchable) {
  const allowed = filters[name]?.allowed;
  if (allowed)
    return listOf({
      anyOf: [
        { type: 'string', enum: allowed },
        { type: 'string', pattern: wordsPattern(allowed) },
      ],
    });
  if (name === 'sort') return listOf({ type: 'string', pattern: sortPattern(sortable) });
  if (MOMENT.test(name)) return { schema: { type: 'integer', format: 'int64', ...EIGHTEEN_DIGITS } };
  if (LENIENT_COUNTS.includes(name)) return { schema: { anyOf: [{ type: 'integer' }, { type: 'string' }] } };
  return filters[name]?.repeatable ? listOf({ type: 'string' }) : { type: String };
}

/** Which parameters of a search an operation has. */
export interface ShownParameters {
  /** All of them unless given. */
  only?: readonly string[];
  /** `page`, `size` and `sort` too. @default true */
  paged?: boolean;
}

/** Declares the parameters of a search in OpenAPI, with the values that it refuses. */
export const SearchParameters = (
  searchable: Searchable,
  { only = Object.keys(searchable.filters), paged = true }: ShownParameters = {},
): MethodDecorator =>
  applyDecorators(
    ...[...only, ...(paged ? PAGE_PARAMETERS : [])].map((name) =>
      ApiQuery({ name, required: false, ...schemaOf(name, searchable) }),
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
