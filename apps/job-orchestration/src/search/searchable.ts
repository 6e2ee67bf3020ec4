import type { QueryPair } from '@portolan/hal';
import {
  equalityCondition,
  statusCondition,
  tagConditions,
  textCondition,
  timeCondition,
  type Condition,
} from './filters';
import { readPaging, texts, type Paging, type Query } from './paging';

/** Turns what was given for one filter into conditions. `values` is never empty and has no blank entries. */
export type Filter = (name: string, values: readonly string[]) => Condition[];

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

/** Equality, or a pattern with `%`; of several values the first counts. */
export const byText: Filter = (name, [value = '']) => [textCondition(name, name, value)];

/** Equality only. */
export const byExactText: Filter = (name, [value = '']) => [equalityCondition(name, name, value)];

/** One of several statuses. */
export const byStatus =
  (statuses: Readonly<Record<string, string>>, noun: string): Filter =>
  (_name, values) => [statusCondition(statuses, noun, parted(values))];

/** All of the tags. */
export const byTags =
  (table: { name: string; owner: string }, withSystem: boolean): Filter =>
  (_name, values) =>
    tagConditions(table, parted(values), withSystem);

/** At or after a time. */
export const from =
  (property: string): Filter =>
  (name, [value = '']) => [timeCondition(property, name, '>=', value)];

/** Before a time. */
export const before =
  (property: string): Filter =>
  (name, [value = '']) => [timeCondition(property, name, '<', value)];

/**
 * Reads a search; blank values and unknown parameters count as left out.
 *
 * @throws ServiceError: malformed or constraint for what a filter or the paging can't read.
 */
export function readSearch({ filters, sortable }: Searchable, query: Query): Search {
  const given = Object.entries(filters).flatMap(([name, filter]) => {
    const values = texts(query[name]).filter((text) => text.trim() !== '');
    return values.length > 0 ? [{ name, filter, values }] : [];
  });
  return {
    conditions: given.flatMap(({ name, filter, values }) => filter(name, values)),
    paging: readPaging(query, sortable),
    used: given.flatMap(({ name, values }) => values.map((value): QueryPair => [name, value])),
  };
}

/** All values of a repeatable parameter; commas part values too (reference: jobs §1.2). */
export const parted = (values: readonly string[]): string[] =>
  values.flatMap((text) => text.split(',')).filter((text) => text.trim() !== '');
