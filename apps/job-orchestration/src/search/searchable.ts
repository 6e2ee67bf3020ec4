import type { QueryPair } from '@portolan/hal';
import { malformed } from '@portolan/service';
import { refuseUnknownParameters } from '@portolan/validation';
import {
  equalityCondition,
  statusCondition,
  tagConditions,
  textCondition,
  timeCondition,
  type Condition,
} from './filters';
import { PAGE_PARAMETERS, readPaging, texts, type Paging, type Query } from './paging';

/** Turns what was given for one filter into conditions. `values` is never empty and has no blank entries. */
export interface Filter {
  (name: string, values: readonly string[]): Condition[];
  /** Whether more than one value counts. */
  readonly repeatable?: true;
  /** Values that it reads, in any case; every text unless given. */
  readonly allowed?: readonly string[];
}

/** By what a collection can be searched. */
export interface Searchable {
  /** Filters in the order in which they are shown (reference: jobs §3). */
  filters: Readonly<Record<string, Filter>>;
  /** Properties that a search may sort by. */
  sortable: readonly string[];
}

/** One search as a client asked for it. */
export interface Search {
  conditions: readonly Condition[];
  paging: Paging;
  /** The filters that were used, as links repeat them. */
  used: readonly QueryPair[];
}

/** What every collection can be sorted by. */
export const COMMON_SORT = ['id', 'name', 'user', 'status', 'version', 'created', 'updated'] as const;

/** A filter of which every value counts. */
export const repeatable = (filter: (name: string, values: readonly string[]) => Condition[]): Filter =>
  Object.assign(filter, { repeatable: true } as const);

/** Equality, or a pattern with `%`. */
export const byText: Filter = (name, [value = '']) => [textCondition(name, name, value)];

/** Equality only. */
export const byExactText: Filter = (name, [value = '']) => [equalityCondition(name, name, value)];

/** One of several statuses. */
export const byStatus = (statuses: Readonly<Record<string, string>>, noun: string): Filter =>
  Object.assign(
    repeatable((_name, values) => [statusCondition(statuses, noun, parted(values))]),
    { allowed: Object.values(statuses) },
  );

/** All of the tags. */
export const byTags = (table: { name: string; owner: string }, withSystem: boolean): Filter =>
  repeatable((_name, values) => tagConditions(table, parted(values), withSystem));

/** At or after a time. */
export const from =
  (property: string): Filter =>
  (name, [value = '']) => [timeCondition(property, name, '>=', value)];

/** Before a time. */
export const before =
  (property: string): Filter =>
  (name, [value = '']) => [timeCondition(property, name, '<', value)];

/**
 * Reads a search; blank values count as left out (reference: jobs §7).
 *
 * @param ignoresUnknown what it does not know counts as left out, too: parameters and fields to sort by
 * @throws ServiceError or ValidationFailedError: malformed or constraint for what it does not know, and for what a filter
 *   or the paging can't read.
 */
export function readSearch(searchable: Searchable, query: Query, ignoresUnknown = false): Search {
  const { filters, sortable } = searchable;
  if (!ignoresUnknown) refuseUnknownParameters(query, [...Object.keys(filters), ...PAGE_PARAMETERS]);
  const given = givenFilters(searchable, query);
  refuseRepeated(given);
  return {
    conditions: conditionsOf(searchable, query),
    paging: readPaging(query, sortable, ignoresUnknown),
    used: given.flatMap(({ name, values }) => values.map((value): QueryPair => [name, value])),
  };
}

/**
 * Checks the filters of a removal, where one that is ignored takes away more than was meant.
 *
 * @throws ServiceError or ValidationFailedError: malformed without any filter, for unknown, blank and vainly repeated ones,
 *   and what a filter can't read.
 */
export function checkFilters(searchable: Searchable, query: Query): void {
  const names = Object.keys(searchable.filters);
  refuseUnknownParameters(query, names);
  if (Object.keys(query).length === 0)
    throw malformed('', `at least one filter is needed: ${names.join(', ')}`);
  const blank = names.find((name) => texts(query[name]).some((text) => isBlank(text)));
  if (blank !== undefined)
    throw malformed(blank, `the filter ${blank} is blank: leave it out, or give it a value`);
  refuseRepeated(givenFilters(searchable, query));
  conditionsOf(searchable, query);
}

/** The conditions of all filters that a query has a value for; whatever else it has counts as left out. */
export const conditionsOf = (searchable: Searchable, query: Query): Condition[] =>
  givenFilters(searchable, query).flatMap(({ name, filter, values }) => filter(name, values));

interface GivenFilter {
  name: string;
  filter: Filter;
  values: readonly string[];
}

function givenFilters({ filters }: Searchable, query: Query): GivenFilter[] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const values = texts(query[name]).filter((text) => !isBlank(text));
    return values.length > 0 ? [{ name, filter, values }] : [];
  });
}

/** Commas that part nothing are blank, too. */
const isBlank = (text: string): boolean => parted([text]).length === 0;

function refuseRepeated(given: readonly GivenFilter[]): void {
  const repeated = given.find(({ filter, values }) => values.length > 1 && !filter.repeatable);
  if (repeated) throw malformed(repeated.name, `the filter ${repeated.name} can be given once only`);
}

/** All values of a repeatable parameter; commas part values too (reference: jobs §1.2). */
export const parted = (values: readonly string[]): string[] =>
  values.flatMap((text) => text.split(',')).filter((text) => text.trim() !== '');
