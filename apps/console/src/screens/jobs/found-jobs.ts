import { listJobs, type JobSummary } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { usePages, type VisibleRows } from '../../api/pages';
import type { JobFilters } from './job-filters';

/** The service answers a search from memory. */
const RENEW_MS = 2000;

/** Searches jobs, newest first, and keeps the visible ones up to date. */
export function useFoundJobs(filters: JobFilters): VisibleRows<JobSummary> {
  const client = useJobs();
  return usePages({
    key: ['jobs', filters],
    renewMs: RENEW_MS,
    read: async (page, size, signal) => {
      const query = { ...filters, page, size, sort: ['updated,desc'] };
      const { data } = await listJobs({ client, signal, throwOnError: true, query });
      return { rows: data._embedded?.jobSearchResultList ?? [], total: data.page.totalElements };
    },
  });
}
