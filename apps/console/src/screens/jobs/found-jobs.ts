import { listJobs, type JobSummary } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { usePages, type VisibleRows } from '../../api/pages';
import { useJobChanges } from '../../api/use-job-changes';
import { queryOf, type JobFilters } from './job-filters';

/** Searches jobs, newest first, and keeps the visible ones up to date. */
export function useFoundJobs(filters: JobFilters): VisibleRows<JobSummary> {
  const client = useJobs();
  const key = ['jobs', filters];
  // A job whose new state does not match the search must leave the list.
  const { status: _status, finishedIn: _finishedIn, ...lasting } = filters;
  const renewMs = useJobChanges(lasting, key);
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
