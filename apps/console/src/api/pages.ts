import { useCallback, useMemo, useState } from 'react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';

const PAGE_SIZE = 100;

/** A page of a list, and how many rows the whole list has. */
export interface Page<Row> {
  rows: readonly Row[];
  total: number;
}

/** A list that is read in pages. */
export interface PagedList<Row> {
  /** Identifies the list and its filters. */
  key: readonly unknown[];
  /** Reads a page, numbered from 0. */
  read: (page: number, size: number, signal: AbortSignal) => Promise<Page<Row>>;
  /** The visible pages are asked for again this often, ms; false: they are renewed by others. */
  renewMs: number | false;
}

/** The rows of a list around what is visible. */
export interface VisibleRows<Row> {
  total: number | undefined;
  error: unknown;
  /** Returns undefined for a row that is still on its way. */
  rowAt: (index: number) => Row | undefined;
  /** Tells which rows are visible. */
  show: (first: number, last: number) => void;
}

/** Reads the first page of a list and the visible ones, and keeps them up to date. */
export function usePages<Row>({ key, read, renewMs }: PagedList<Row>): VisibleRows<Row> {
  const [[first, last], setRange] = useState<[number, number]>([0, 0]);
  const pageQuery = (page: number) => ({
    queryKey: [...key, page],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Page<Row>> => read(page, PAGE_SIZE, signal),
    refetchInterval: renewMs,
  });
  const top = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  const numbers = useMemo(
    () => Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((page) => page > 0),
    [first, last],
  );
  const others = useQueries({ queries: numbers.map(pageQuery) });
  const pages = new Map<number, Page<Row> | undefined>([[0, top.data]]);
  numbers.forEach((page, index) => pages.set(page, others[index]?.data));
  const show = useCallback(
    (from: number, to: number) => setRange([Math.floor(from / PAGE_SIZE), Math.floor(to / PAGE_SIZE)]),
    [],
  );
  return {
    total: top.data?.total,
    error: top.error ?? others.find(({ error }) => error !== null)?.error,
    rowAt: (index) => pages.get(Math.floor(index / PAGE_SIZE))?.rows[index % PAGE_SIZE],
    show,
  };
}
