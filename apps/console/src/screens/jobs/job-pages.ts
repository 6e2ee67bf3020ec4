import { useCallback, useMemo, useState } from 'react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { listJobs, type Client, type JobPage, type JobSummary } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import type { JobFilters } from './job-filters';

const PAGE_SIZE = 100;
/** The visible pages are asked for again this often, ms; the service answers from memory. */
const RENEW_MS = 2000;

const pageQuery = (client: Client, filters: JobFilters, page: number) => ({
  queryKey: ['jobs', filters, page],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<JobPage> => {
    const query = { ...filters, page, size: PAGE_SIZE, sort: ['updated,desc'] };
    return (await listJobs({ client, signal, throwOnError: true, query })).data;
  },
  refetchInterval: RENEW_MS,
});

/** The jobs of a search: the pages around what is visible. */
export interface FoundJobs {
  total: number | undefined;
  error: unknown;
  jobAt: (index: number) => JobSummary | undefined;
  /** Tells which rows are visible. */
  show: (first: number, last: number) => void;
}

/** Searches jobs, newest first, and keeps the visible pages up to date. */
export function useFoundJobs(filters: JobFilters): FoundJobs {
  const client = useJobs();
  const [[first, last], setRange] = useState<[number, number]>([0, 0]);
  const top = useQuery({ ...pageQuery(client, filters, 0), placeholderData: keepPreviousData });
  const numbers = useMemo(
    () => Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((page) => page > 0),
    [first, last],
  );
  const others = useQueries({ queries: numbers.map((page) => pageQuery(client, filters, page)) });
  const pages = new Map<number, JobPage | undefined>([[0, top.data]]);
  numbers.forEach((page, index) => pages.set(page, others[index]?.data));
  const show = useCallback(
    (from: number, to: number) => setRange([Math.floor(from / PAGE_SIZE), Math.floor(to / PAGE_SIZE)]),
    [],
  );
  return {
    total: top.data?.page.totalElements,
    error: top.error ?? others.find(({ error }) => error !== null)?.error,
    jobAt: (index) =>
      pages.get(Math.floor(index / PAGE_SIZE))?._embedded?.jobSearchResultList[index % PAGE_SIZE],
    show,
  };
}
