import { anyCase } from '@portolan/validation';
import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { searchPage } from '@portolan/hal';
import { shownPageSize } from '../compatibility/genie';
import type { ApiView } from '../http/api-address';
import { DEFAULT_SIZE, MAX_SIZE, PAGE_PARAMETERS } from './paging';
import { readSearch, type Search, type Searchable } from './searchable';

/** Returns the pattern of words separated by commas, in any case; blank ones count as absent. */
function wordsPattern(words: readonly string[]): string {
  const word = String.raw`\s*(${words.map(anyCase).join('|')})?\s*`;
  return `^${word}(,${word})*$`;
}

function someWordsPattern(words: readonly string[]): string {
  const word = `(${words.map(anyCase).join('|')})`;
  return String.raw`^(\s*,)*\s*${word}\s*(,\s*${word}?\s*)*$`;
}

/** Pattern of a text with any character other than commas and blanks. */
const NOT_BLANK = String.raw`[^\s,]`;

/** Returns the pattern of one `sort`: fields, then optionally a direction; a blank one counts as absent. */
function sortPattern(sortable: readonly string[]): string {
  const field = String.raw`\s*(${[...sortable, 'uniqueId'].join('|')})\s*`;
  const direction = String.raw`\s*(${anyCase('asc')}|${anyCase('desc')})\s*`;
  return String.raw`^(\s*|(${field},)*(${field}|${direction}))$`;
}

const EIGHTEEN_DIGITS = { minimum: -1e18, exclusiveMinimum: true, maximum: 1e18, exclusiveMaximum: true };
const MOMENT = /^(min|max)[A-Z]/;
/** Whole numbers. Their schemas tell what is meant; anything else counts as absent. */
const COUNTS: Readonly<Record<string, { minimum: number; description: string }>> = {
  page: { minimum: 0, description: 'From 0; anything else counts as 0.' },
  size: { minimum: 1, description: `At most ${MAX_SIZE}; anything else counts as ${DEFAULT_SIZE}.` },
};

const listOf = (items: object) => ({ schema: { type: 'array', items } });

function schemaOf(name: string, { filters, sortable }: Searchable, blank: boolean) {
  const allowed = filters[name]?.allowed;
  if (allowed)
    return listOf({
      anyOf: [
        { type: 'string', enum: allowed },
        { type: 'string', pattern: (blank ? wordsPattern : someWordsPattern)(allowed) },
      ],
    });
  if (name === 'sort') return listOf({ type: 'string', pattern: sortPattern(sortable) });
  if (MOMENT.test(name)) return { schema: { type: 'integer', format: 'int64', ...EIGHTEEN_DIGITS } };
  const count = COUNTS[name];
  if (count) return { description: count.description, schema: { type: 'integer', minimum: count.minimum } };
  const { pattern } = filters[name] ?? {};
  if (pattern !== undefined)
    return { schema: { type: 'string', pattern: String.raw`^\s*(${pattern})?\s*$` } };
  const text = blank ? { type: 'string' } : { type: 'string', pattern: NOT_BLANK };
  return filters[name]?.repeatable ? listOf(text) : { schema: text };
}

/** The search parameters of an operation. */
export interface ShownParameters {
  /** Names of the filters. @default all */
  only?: readonly string[];
  /** Whether `page`, `size` and `sort` are included. @default true */
  paged?: boolean;
  /** Whether filters may be blank. @default true */
  blank?: boolean;
}

/** Declares the parameters of a search in OpenAPI, with their patterns. */
export const SearchParameters = (
  searchable: Searchable,
  { only = Object.keys(searchable.filters), paged = true, blank = true }: ShownParameters = {},
): MethodDecorator =>
  applyDecorators(
    ...[...only, ...(paged ? PAGE_PARAMETERS : [])].map((name) =>
      ApiQuery({ name, required: false, ...schemaOf(name, searchable, blank) }),
    ),
  );

export interface Found<T> {
  search: Search;
  rows: readonly T[];
  total: number;
}

/** The elements of a page and their presentation. */
export interface PageView<T> {
  api: ApiView;
  path: string;
  searchable: Searchable;
  listName: string;
  show: (row: T) => object;
}

/** Shows the result of a search as a page (V3-PAGE-1, V3-PAGE-2). */
export function showPage<T>({ search, rows, total }: Found<T>, view: PageView<T>): object {
  const { api, path, searchable, listName, show } = view;
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

/** Returns the page of a search that found one element. */
export const examplePage = <T>(row: T, view: PageView<T>): object =>
  showPage({ search: readSearch(view.searchable, {}), rows: [row], total: 1 }, view);
