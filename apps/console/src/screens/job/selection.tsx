import type { ReactNode } from 'react';
import { getJobSelection, type Job } from '@portolan/client-jobs';
import { dataOf, useJobsQuery } from '../../api/queries';
import { Loaded } from '../../design/feedback';
import { jobKey } from './job-query';
import { SelectionView } from './selection-view';

/** The selection of cluster and command for a job. */
export default function Selection({ job: { id } }: { job: Job }): ReactNode {
  const result = useJobsQuery([...jobKey(id), 'selection'], (asking) =>
    dataOf(getJobSelection({ ...asking, path: { id } })),
  );
  return <Loaded result={result}>{(selection) => <SelectionView selection={selection} />}</Loaded>;
}
