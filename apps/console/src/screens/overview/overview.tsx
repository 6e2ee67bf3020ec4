import type { ReactNode } from 'react';
import { useClients } from '../../api/clients';
import { PageHead } from '../../design/layout';
import { lazily } from '../../design/lazily';
import { HistoryOverview } from './history-overview';
import { FailedJobs, JobsOverview } from './jobs-overview';
import { ServicesHealth } from './services-health';
import { StreamsOverview } from './streams-overview';
import './overview.css';

const LastDayPlots = lazily(
  async () => (await import('./last-day-plots')).default,
  <div className="overview-plots" />,
);

/** The state of each available service, and the items that need attention. */
export default function Overview(): ReactNode {
  const { jobs, streams, history } = useClients();
  return (
    <>
      <PageHead title="Overview" beside={<ServicesHealth />} />
      <div className="stack">
        {jobs && (
          <JobsOverview>
            <LastDayPlots />
          </JobsOverview>
        )}
        <div className="columns thirds">
          {jobs && <FailedJobs />}
          {streams && <StreamsOverview />}
          {history && <HistoryOverview />}
        </div>
      </div>
    </>
  );
}
