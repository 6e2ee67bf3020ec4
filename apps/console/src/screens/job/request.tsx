import type { ReactNode } from 'react';
import { getJobRequest, type Job } from '@portolan/client-jobs';
import { dataOf, useJobsQuery } from '../../api/queries';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Json } from '../../design/texts';
import { jobKey } from './job-query';

/** The request of a job as the service keeps it. */
export default function Request({ job: { id } }: { job: Job }): ReactNode {
  const result = useJobsQuery([...jobKey(id), 'request'], (asking) =>
    dataOf(getJobRequest({ ...asking, path: { id } })),
  );
  return (
    <Panel title="Request" flush>
      <Loaded result={result}>{(request) => <Json of={request} label="The request" />}</Loaded>
    </Panel>
  );
}
