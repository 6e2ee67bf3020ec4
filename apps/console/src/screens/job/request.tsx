import type { ReactNode } from 'react';
import { getJobRequest, type Job } from '@portolan/client-jobs';
import { dataOf, useJobsQuery } from '../../api/queries';
import { Loaded } from '../../design/feedback';
import { JsonPanel } from '../../design/texts';
import { jobKey } from './job-query';

/** The request of a job as the service keeps it. */
export default function Request({ job: { id } }: { job: Job }): ReactNode {
  const result = useJobsQuery([...jobKey(id), 'request'], (asking) =>
    dataOf(getJobRequest({ ...asking, path: { id } })),
  );
  return (
    <Loaded result={result}>
      {(request) => <JsonPanel title="Request" label="The request" of={request} />}
    </Loaded>
  );
}
