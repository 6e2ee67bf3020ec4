import type { QueryPair } from '@portolan/hal';
import { malformed } from '@portolan/service';
import { refuseUnknownParameters } from '@portolan/validation';
import {
  equalityCondition,
  statusCondition,
  tagConditions,
  textCondition,
  timeCondition,
  type TagTable,
  type Condition,
} from './filters';
import { PAGE_PARAMETERS, readPaging, texts, type Paging, type Query } from './paging';

/** Turns the values of one filter into conditions. `values` is never empty and has no blank entries. */
export interface Filter {
  (name: string, values: readonly string[]): Condition[];
  /** Whether more than one value counts. */
  readonly repeatable?: true;
  /** The accepted values, in any case; any text by default. */
  readonly allowed?: readonly string[];
  /** The pattern of a value that is not blank; any text by default. */
  readonly pattern?: string;
}

/** The filters and sort fields of a collection. */
export interface Searchable {
  /** Filters in the order in which the links of a page show them (docs/contract/jobs.md, Links and order). */
  filters: Readonly<Record<string, Filter>>;
  sortable: readonly string[];
  /** Adds the conditions that every search has. @default none */
  complete?: (conditions: Condition[]) => Condition[];
  /** The order without a `sort`: `time,desc`. @default updated,desc */
  defaultSort?: string;
}

export interface Search {
  conditions: readonly Condition[];
  paging: Paging;
  /** The given filters, as links repeat them. */
  used: readonly QueryPair[];
}

/** Sort fields of every collection. */
export const COMMON_SORT = ['id', 'name', 'user', 'status', 'version', 'created', 'updated'] as const;

/** Returns a filter that applies every value of a repeated parameter. */
export const repeatable = (filter: (name: string, values: readonly string[]) => Condition[]): Filter =>
  Object.assign(filter, { repeatable: true } as const);

/** Equality, or a pattern with `%`. */
export const byText: Filter = (name, [value = '']) => [textCondition(name, name, value)];

/** Equality only. */
export const byExactText: Filter = (name, [value = '']) => [equalityCondition(name, name, value)];

/** Returns a filter by one of several statuses. */
export const byStatus = (statuses: Readonly<Record<string, string>>, noun: string): Filter =>
  Object.assign(
    repeatable((_name, values) => [statusCondition(statuses, noun, splitAtCommas(values))]),
    { allowed: Object.values(statuses) },
  );

/** Returns a filter by tags: all of them must match. */
export const byTags = (table: TagTable, withSystem: boolean): Filter =>
  repeatable((_name, values) => tagConditions(table, splitAtCommas(values), withSystem));

/** At or after a time. */
export const from =
  (property: string): Filter =>
  (name, [value = '']) => [timeCondition(property, name, '>=', value)];

export const before =
  (property: string): Filter =>
  (name, [value = '']) => [timeCondition(property, name, '<', value)];

/**
 * Reads a search; blank values count as absent (docs/contract/jobs.md, Search parameters).
 * @param ignoresUnknown whether unknown parameters and sort fields count as absent
 * @throws ValidationFailedError for an unknown parameter; ServiceError for an unreadable or needlessly repeated filter, or an
 * unreadable page
 */
export function readSearch(searchable: Searchable, query: Query, ignoresUnknown = false): Search {
  const { filters, sortable, defaultSort } = searchable;
  if (!ignoresUnknown) refuseUnknownParameters(query, [...Object.keys(filters), ...PAGE_PARAMETERS]);
  const given = givenFilters(searchable, query);
  refuseRepeated(given);
  return {
    conditions: conditionsOf(searchable, query),
    paging: readPaging(query, sortable, ignoresUnknown, defaultSort),
    used: given.flatMap(({ name, values }) => values.map((value): QueryPair => [name, value])),
  };
}

/**
 * Reads the filters of a search that has no pages; blank values count as absent.
 * @throws ServiceError or ValidationFailedError, as {@link readSearch}
 */
export function readFilters(searchable: Searchable, query: Query): Condition[] {
  refuseUnknownParameters(query, Object.keys(searchable.filters));
  refuseRepeated(givenFilters(searchable, query));
  return conditionsOf(searchable, query);
}

/** Returns the conditions of all filters that a query has a value for, completed; other parameters are ignored. */
export function conditionsOf(searchable: Searchable, query: Query): Condition[] {
  const given = givenFilters(searchable, query).flatMap(({ name, filter, values }) => filter(name, values));
  return searchable.complete?.(given) ?? given;
}

export const givenFilters = ({ filters }: Searchable, query: Query) =>
  Object.entries(filters)
    .map(([name, filter]) => ({ name, filter, values: texts(query[name]).filter((text) => !isBlank(text)) }))
    .filter(({ values }) => values.length > 0);

/** Values between adjacent commas are blank, too. */
export const isBlank = (text: string): boolean => splitAtCommas([text]).length === 0;

/** @throws ServiceError (malformed): several values of a filter of which only one counts */
export function refuseRepeated(given: ReturnType<typeof givenFilters>): void {
  const repeated = given.find(({ filter, values }) => values.length > 1 && !filter.repeatable);
  if (repeated) throw malformed(repeated.name, `the filter ${repeated.name} can be given once only`);
}

/** Returns all values of a repeatable parameter; a comma separates values, too (docs/contract/jobs.md, Search parameters). */
export const splitAtCommas = (values: readonly string[]): string[] =>
  values.flatMap((text) => text.split(',')).filter((text) => text.trim() !== '');
