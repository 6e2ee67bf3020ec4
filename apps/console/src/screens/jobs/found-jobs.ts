import { listJobs, type JobSummary } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { usePages, type VisibleRows } from '../../api/pages';
import { useJobChanges } from '../../api/use-job-changes';
import { lastingOf, queryOf, type JobFilters } from './job-filters';

/** Searches jobs, newest first, and keeps the visible ones up to date. */
export function useFoundJobs(filters: JobFilters): VisibleRows<JobSummary> {
  const client = useJobs();
  const key = ['jobs', filters];
  // A job whose new state does not match the search must leave the list.
  const renewMs = useJobChanges(lastingOf(filters), key);
  return usePages({
    key,
    renewMs,
    read: async (page, size, signal) => {
      const query = { ...queryOf(filters, Date.now()), page, size, sort: ['updated,desc'] };
      const { data } = await listJobs({ client, signal, throwOnError: true, query });
      return { rows: data._embedded?.jobSearchResultList ?? [], total: data.page.totalElements };
    },
  });
}
