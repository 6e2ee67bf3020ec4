/** A page of a HAL search, as far as reading all pages needs it. */
export interface Page<T> {
  rows: readonly T[];
  totalPages: number;
}

/** Most rows of a page. */
const PAGE_SIZE = 100;

/** How many rows are wanted. */
export interface LimitOptions {
  limit?: number;
  all?: boolean;
}

const DEFAULT_LIMIT = 25;

/** Reads rows page by page. @param load gets the number of a page, from 0, and its size */
export async function readPages<T>(
  { limit = DEFAULT_LIMIT, all = false }: LimitOptions,
  load: (page: number, size: number) => Promise<Page<T>>,
): Promise<T[]> {
  const wanted = all ? Infinity : limit;
  const size = Math.min(wanted, PAGE_SIZE);
  const found: T[] = [];
  for (let page = 0; found.length < wanted; page += 1) {
    const { rows, totalPages } = await load(page, size);
    found.push(...rows);
    if (page + 1 >= totalPages) break;
  }
  return found.slice(0, wanted);
}
