import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getJobSelection, type Job } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { Loaded } from '../../design/feedback';
import { jobKey } from './job-query';
import { SelectionView } from './selection-view';

/** The selection of cluster and command for a job. */
export default function Selection({ job: { id } }: { job: Job }): ReactNode {
  const client = useJobs();
  const result = useQuery({
    queryKey: [...jobKey(id), 'selection'],
    queryFn: async ({ signal }) =>
      (await getJobSelection({ client, signal, throwOnError: true, path: { id } })).data,
  });
  return <Loaded result={result}>{(selection) => <SelectionView selection={selection} />}</Loaded>;
}
