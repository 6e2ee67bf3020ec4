import type { ReactNode } from 'react';
import { useClients } from '../../api/clients';
import { PageHead } from '../../design/layout';
import { HistoryOverview } from './history-overview';
import { JobsOverview } from './jobs-overview';
import { StreamsOverview } from './streams-overview';

/** The state of each available service, and the items that need attention. */
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
