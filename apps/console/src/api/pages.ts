import { useCallback, useMemo, useState } from 'react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Client } from '@portolan/client-jobs';
import { useJobs } from './clients';
import { renewedEvery } from './errors';
import type { Asking } from './queries';
import { errorOf } from './use-last-error';

const PAGE_SIZE = 100;
/** A page is asked for when one of its rows is this close to a visible one: rows are mostly there before they are seen. */
const AHEAD = 50;

/** A page of a list, and how many rows the whole list has. */
export interface Page<Row> {
  rows: readonly Row[];
  total: number;
}

/** A list of the job API that is read in pages. */
export interface PagedList<Row> {
  /** Identifies the list and its filters. */
  key: readonly unknown[];
  /** Reads a page, numbered from 0. */
  read: (asking: Asking<Client>, part: { page: number; size: number }) => Promise<Page<Row>>;
  /** The visible pages are asked for again this often, ms; false: they are renewed by others. */
  renewMs: number | false;
}

/** The rows of a list around what is visible. */
export interface VisibleRows<Row> {
  total: number | undefined;
  error: unknown;
  /** Returns undefined for a row that is still loading. */
  rowAt: (index: number) => Row | undefined;
  /** Reports which rows are visible. */
  show: (first: number, last: number) => void;
}

type Show = VisibleRows<unknown>['show'];

/**
 * Returns the numbers of the first and the last page that is visible or nearly so, and the function to call with the visible
 * rows. The screen is drawn again for other pages only, not for each row that is scrolled by.
 */
export function useVisiblePages(size: number): [readonly [number, number], Show] {
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const show = useCallback<Show>(
    (from, to) => {
      const first = Math.max(0, Math.floor((from - AHEAD) / size));
      const last = Math.floor((to + AHEAD) / size);
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]));
    },
    [size],
  );
  return [range, show];
}

/** Reads the first page of a list and the visible ones, and keeps them up to date. */
export function usePages<Row>({ key, read, renewMs }: PagedList<Row>): VisibleRows<Row> {
  const client = useJobs();
  const [[first, last], show] = useVisiblePages(PAGE_SIZE);
  const pageQuery = (page: number) => ({
    queryKey: [...key, page],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Page<Row>> =>
      read({ client, signal, throwOnError: true }, { page, size: PAGE_SIZE }),
    refetchInterval: renewedEvery(renewMs),
  });
  const top = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  const total = top.data?.total;
  const numbers = useMemo(
    () =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
        (page) => page > 0 && page * PAGE_SIZE < (total ?? 0),
      ),
    [first, last, total],
  );
  const others = useQueries({ queries: numbers.map(pageQuery) });
  const pages = new Map<number, Page<Row> | undefined>([[0, top.data]]);
  numbers.forEach((page, index) => pages.set(page, others[index]?.data));
  return {
    total,
    error: errorOf(top) ?? others.find(({ error }) => error !== null)?.error,
    rowAt: (index) => pages.get(Math.floor(index / PAGE_SIZE))?.rows[index % PAGE_SIZE],
    show,
  };
}
