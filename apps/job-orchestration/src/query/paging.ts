import { malformed } from '@portolan/service';

/** A query string as Fastify parses it: repeated parameters are arrays. */
export type Query = Readonly<Record<string, unknown>>;

export interface SortField {
  property: string;
  direction: 'ASC' | 'DESC';
}

/** The requested part of the results and its order. */
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

/** Defaults of a page (V3-PAGE-3). */
export const DEFAULT_SIZE = 64;
const DEFAULT_SORT = 'updated,desc';
/** Other names of sort fields (docs/contract/jobs.md, Search parameters). */
const ALIASES: ReadonlyMap<string, string> = new Map([['uniqueId', 'id']]);
/** Largest size of a page; a larger one is lowered to it. */
export const MAX_SIZE = 2000;
/** Largest page number; a larger one is lowered to it. */
const MAX_PAGE = 1_000_000;

/**
 * Reads `page`, `size` and `sort` (`sort=name,user,desc`, repeatable, ascending by default). An invalid page or size counts as
 * absent (docs/contract/jobs.md, Search parameters).
 * @param sortable properties that clients may sort by
 * @param ignoresUnknown whether unknown sort fields and further values of page and size count as absent
 * @throws ServiceError (malformed) for an unknown sort field, and for several pages or sizes
 */
export function readPaging(
  query: Query,
  sortable: readonly string[],
  ignoresUnknown = false,
  defaultSort = DEFAULT_SORT,
): Paging {
  if (!ignoresUnknown) refuseSeveral(query, ['page', 'size']);
  const asked = texts(query.sort).filter((text) => text.trim() !== '');
  const given = ignoresUnknown ? asked.flatMap((text) => knownSort(text, sortable)) : asked;
  const sortText = given.length > 0 ? given : [defaultSort];
  return {
    page: Math.min(wholeNumber(query.page, 0) ?? 0, MAX_PAGE),
    size: Math.min(wholeNumber(query.size, 1) ?? DEFAULT_SIZE, MAX_SIZE),
    sort: sortText.flatMap((text) => readSort(text, sortable)),
    sortText,
  };
}

/** Refuses several values of a parameter of which one counts; blank ones count as absent. */
function refuseSeveral(query: Query, names: readonly string[]): void {
  for (const name of names) {
    const given = texts(query[name]).filter((text) => text.trim() !== '').length;
    if (given > 1) throw malformed(name, `${name} can be given once only`);
  }
}

/** Returns a sort without its unknown fields; nothing when no field is left. */
function knownSort(text: string, sortable: readonly string[]): string[] {
  const words = wordsOf(text);
  const isDirection = (word: string): boolean => /^(asc|desc)$/i.test(word);
  const known = words.filter((word) => isDirection(word) || sortable.includes(ALIASES.get(word) ?? word));
  return known.some((word) => !isDirection(word)) ? [known.join(',')] : [];
}

const wordsOf = (text: string): string[] => text.split(',').map((word) => word.trim());

function readSort(text: string, sortable: readonly string[]): SortField[] {
  const words = wordsOf(text);
  const last = words.at(-1)?.toLowerCase();
  const direction = last === 'desc' ? 'DESC' : 'ASC';
  const names = last === 'desc' || last === 'asc' ? words.slice(0, -1) : words;
  return names.map((given) => {
    const name = ALIASES.get(given) ?? given;
    if (sortable.includes(name)) return { property: name, direction };
    throw malformed('sort', `sort must name one of ${sortable.join(', ')}, not ${name}`);
  });
}

/** Returns all values of a parameter, unchanged. */
export function texts(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one): one is string => typeof one === 'string');
}

function wholeNumber(value: unknown, min: number): number | undefined {
  const text = texts(value).find((one) => one.trim() !== '') ?? '';
  const number = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  return number !== undefined && number >= min ? number : undefined;
}

/** Returns the total of a search if a page shows it: a page that is not full, unless it is empty beyond the end. */
export const totalByPage = (found: number, { page, size }: Paging): number | undefined =>
  found < size && (found > 0 || page === 0) ? page * size + found : undefined;
