import { malformed } from '@portolan/service';

/** A query string as Fastify parses it: repeated parameters are arrays. */
export type Query = Readonly<Record<string, unknown>>;

export interface SortField {
  /** Property of the entity. */
  property: string;
  direction: 'ASC' | 'DESC';
}

/** Which part of the results is wanted, in which order. */
export interface Paging {
  /** From 0. */
  page: number;
  size: number;
  sort: readonly SortField[];
  /** The sort as links carry it: `updated,desc`. */
  sortText: readonly string[];
}

/** Parameters of every search besides its filters. */
export const PAGE_PARAMETERS = ['page', 'size', 'sort'] as const;

/** job-orchestration-v3, Limits. */
const DEFAULT_SIZE = 64;
const DEFAULT_SORT = 'updated,desc';
/** Other names of properties that clients sort by (reference: jobs §7). */
const ALIASES: ReadonlyMap<string, string> = new Map([['uniqueId', 'id']]);
const MAX_SIZE = 2000;
/** Beyond this a page number is noise. */
const MAX_PAGE = 1_000_000;

/**
 * Reads `page`, `size` and `sort` (`sort=name,user,desc`, repeatable, ascending by default). A page or size
 * that is no number counts as left out (reference: jobs §7).
 *
 * @param sortable properties that clients may sort by
 * @param ignoresUnknown other names count as left out
 * @throws ServiceError (malformed) for a name that can't be sorted by.
 */
export function readPaging(query: Query, sortable: readonly string[], ignoresUnknown = false): Paging {
  const asked = texts(query.sort).filter((text) => text.trim() !== '');
  const given = ignoresUnknown ? asked.flatMap((text) => knownSort(text, sortable)) : asked;
  const sortText = given.length > 0 ? given : [DEFAULT_SORT];
  return {
    page: Math.min(wholeNumber(query.page, 0) ?? 0, MAX_PAGE),
    size: Math.min(wholeNumber(query.size, 1) ?? DEFAULT_SIZE, MAX_SIZE),
    sort: sortText.flatMap((text) => readSort(text, sortable)),
    sortText,
  };
}

/** A sort without the fields that can't be sorted by; nothing when none is left. */
function knownSort(text: string, sortable: readonly string[]): string[] {
  const words = text.split(',').map((word) => word.trim());
  const isDirection = (word: string): boolean => /^(asc|desc)$/i.test(word);
  const known = words.filter((word) => isDirection(word) || sortable.includes(ALIASES.get(word) ?? word));
  return known.some((word) => !isDirection(word)) ? [known.join(',')] : [];
}

function readSort(text: string, sortable: readonly string[]): SortField[] {
  const words = text.split(',').map((word) => word.trim());
  const last = words.at(-1)?.toLowerCase();
  const direction = last === 'desc' ? 'DESC' : 'ASC';
  const names = last === 'desc' || last === 'asc' ? words.slice(0, -1) : words;
  return names.map((given) => {
    const name = ALIASES.get(given) ?? given;
    if (!sortable.includes(name)) {
      throw malformed('sort', `can't sort by ${name}, only by ${sortable.join(', ')}`);
    }
    return { property: name, direction };
  });
}

/** All values of a parameter as they were given. */
export function texts(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one): one is string => typeof one === 'string');
}

function wholeNumber(value: unknown, min: number): number | undefined {
  const text = texts(value)[0] ?? '';
  const number = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  return number !== undefined && number >= min ? number : undefined;
}

/** The total of a search when a page of it tells: one that is not full, unless it is empty beyond the end. */
export const totalByPage = (found: number, { page, size }: Paging): number | undefined =>
  found < size && (found > 0 || page === 0) ? page * size + found : undefined;
