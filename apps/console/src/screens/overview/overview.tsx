import { lazy, Suspense, type ReactNode } from 'react';
import { useClients } from '../../api/clients';
import { Loading } from '../../design/feedback';
import { PageHead } from '../../design/layout';
import { HistoryOverview } from './history-overview';
import { FailedJobs, JobsOverview } from './jobs-overview';
import { StreamsOverview } from './streams-overview';
import './overview.css';

const LastDayPlots = lazy(() => import('./last-day-plots'));

/** The state of each available service, and the items that need attention. */
export default function Overview(): ReactNode {
  const { jobs, streams, history } = useClients();
  return (
    <>
      <PageHead title="Overview" />
      <div className="stack">
        {jobs && (
          <JobsOverview>
            <Suspense fallback={<Loading />}>
              <LastDayPlots />
            </Suspense>
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
