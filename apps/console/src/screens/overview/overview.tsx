import { lazy, Suspense, type ReactNode } from 'react';
import { useClients } from '../../api/clients';
import { Loading } from '../../design/feedback';
import { PageHead } from '../../design/layout';
import { HistoryOverview } from './history-overview';
import { FailedJobs, JobCounts } from './jobs-overview';
import { StreamsOverview } from './streams-overview';
import './overview.css';

const OutcomesPlot = lazy(() => import('./outcomes-plot'));

/** The state of each available service, and the items that need attention. */
export default function Overview(): ReactNode {
  const { jobs, streams, history } = useClients();
  return (
    <>
      <PageHead title="Overview" />
      <div className="stack">
        {jobs && (
          <>
            <JobCounts />
            <Suspense fallback={<Loading />}>
              <OutcomesPlot />
            </Suspense>
          </>
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
