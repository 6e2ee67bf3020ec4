import type { ReactNode } from 'react';
import { useClients } from '../../api/clients';
import { PageHead } from '../../design/layout';
import { HistoryOverview } from './history-overview';
import { JobsOverview } from './jobs-overview';
import { StreamsOverview } from './streams-overview';

/** Whether everything is well: each service that is there, and what needs a look. */
export default function Overview(): ReactNode {
  const { jobs, streams, history } = useClients();
  return (
    <>
      <PageHead title="Overview" />
      <div className="columns">
        {jobs && <JobsOverview />}
        {streams && <StreamsOverview />}
        {history && <HistoryOverview />}
      </div>
    </>
  );
}
