import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getJobRequest, type Job } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Json } from '../../design/texts';
import { jobKey } from './job-query';

/** The request of a job as the service keeps it. */
export default function Request({ job: { id } }: { job: Job }): ReactNode {
  const client = useJobs();
  const result = useQuery({
    queryKey: [...jobKey(id), 'request'],
    queryFn: async ({ signal }) =>
      (await getJobRequest({ client, signal, throwOnError: true, path: { id } })).data,
  });
  return (
    <Panel title="Request" flush>
      <Loaded result={result}>{(request) => <Json of={request} label="The request" />}</Loaded>
    </Panel>
  );
}
