import { useEffect, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { getJob, killJob, scaleStage, type Job, type JobEvent, type Stage } from '@portolan/client-streams';
import { Link, useParams } from 'wouter';
import { useStreams } from '../../api/clients';
import { dataOf, useStreamsQuery } from '../../api/queries';
import { useUser } from '../../api/use-user';
import { ActionButton } from '../../design/dialogs';
import { Loaded } from '../../design/feedback';
import { lazily } from '../../design/lazily';
import { counted } from '../../design/quantities';
import { PageHead, Panel, Tabs, useTab } from '../../design/layout';
import { Ago, Facts, JsonPanel, State, Tags } from '../../design/texts';
import { JobEvents } from './job-events';
import { StageGraph } from './stage-graph';
import { troubleOf } from './trouble';
import { useJobEvents } from './use-job-events';
import { useStageRates } from './use-stage-rates';
import { Workers } from './workers';

const LiveOutput = lazily<{ jobId: string; isActive: boolean }>(
  async () => (await import('./live-output')).default,
);

const WorkerLogs = lazily<{ job: Job }>(async () => (await import('./worker-logs')).default);

const TABS = {
  summary: 'Summary',
  output: 'Output',
  events: 'Events',
  logs: 'Worker logs',
  record: 'Record',
} as const;
/** Reports whether a streaming job still runs or will. */
const isActive = ({ jobMetadata: { state } }: Job): boolean => state === 'Accepted' || state === 'Launched';

/** One streaming job: its stages, workers and output. */
export default function Stream(): ReactNode {
  const { jobId: encoded = '' } = useParams();
  const jobId = decodeURIComponent(encoded);
  const tab = useTab(TABS);
  useEffect(() => LiveOutput.preload(), []);
  const queryKey = ['stream', jobId];
  const result = useStreamsQuery(queryKey, (asking) => dataOf(getJob({ ...asking, path: { jobId } })));
  const events = useJobEvents(jobId, queryKey);
  return (
    <Loaded result={result} title={jobId}>
      {(job) => (
        <>
          <PageHead title={jobId} beside={<Heading job={job} />}>
            <Kill job={job} />
          </PageHead>
          <Tabs of={TABS} />
          {tab === 'summary' && <Summary job={job} events={events} />}
          {tab === 'events' && <JobEvents events={events} />}
          {tab === 'output' && <LiveOutput jobId={jobId} isActive={isActive(job)} />}
          {tab === 'logs' && <WorkerLogs job={job} />}
          {tab === 'record' && <JsonPanel title="Record" label="The record" of={job} />}
        </>
      )}
    </Loaded>
  );
}

const Heading = ({ job: { jobMetadata, version } }: { job: Job }): ReactNode => (
  <>
    <State of={jobMetadata.state} />
    <span className="muted">
      version {version} of <Link href="/streams">{jobMetadata.name}</Link>
    </span>
  </>
);

function Kill({ job }: { job: Job }): ReactNode {
  const client = useStreams();
  const queries = useQueryClient();
  const user = useUser();
  const { jobId } = job.jobMetadata;
  if (!isActive(job)) return null;
  return (
    <ActionButton
      label="Kill"
      isDangerous
      question={
        <p>
          All workers of {jobId} are ended. If its cluster demands a number of jobs, another one is started.
        </p>
      }
      run={async () => {
        const query = { user, reason: 'killed in the console' };
        await killJob({ client, throwOnError: true, path: { jobId }, query });
        await queries.invalidateQueries({ queryKey: ['stream', jobId] });
        return `${jobId} is being ended.`;
      }}
    />
  );
}

function Summary({ job, events }: { job: Job; events: readonly JobEvent[] }): ReactNode {
  const { jobMetadata: metadata, stageMetadataList, workerMetadataList, terminatedAt } = job;
  const rates = useStageRates(metadata.jobId, isActive(job));
  const trouble = troubleOf(job, events);
  return (
    <div className="stack">
      {trouble && (
        <Panel title={trouble.title}>
          <strong className="break">{trouble.text}</strong> <Link href="?tab=events">All events</Link>
        </Panel>
      )}
      <Panel title="Stages">
        <StageGraph
          stages={stageMetadataList}
          workers={workerMetadataList}
          rates={isActive(job) ? rates : null}
          actionsOf={(stage) => isActive(job) && <Scaling jobId={metadata.jobId} stage={stage} />}
        />
      </Panel>
      <Workers jobId={metadata.jobId} workers={workerMetadataList} isActive={isActive(job)} />
      <Panel title="Job">
        <Facts
          of={{
            User: metadata.user,
            Submitted: <Ago at={metadata.submittedAt} />,
            Started: metadata.startedAt > 0 && <Ago at={metadata.startedAt} />,
            Ended: terminatedAt > 0 && <Ago at={terminatedAt} />,
            Artifact: metadata.jarUrl,
            Duration: metadata.sla.durationType,
            Parameters: metadata.parameters.length > 0 && (
              <Tags of={metadata.parameters.map(({ name, value }) => `${name}=${value ?? ''}`)} />
            ),
            Labels: metadata.labels.length > 0 && (
              <Tags of={metadata.labels.map(({ name, value }) => `${name}=${value ?? ''}`)} />
            ),
          }}
        />
      </Panel>
    </div>
  );
}

/** Buttons for one worker more or fewer of a stage that can be scaled. */
function Scaling({ jobId, stage }: { jobId: string; stage: Stage }): ReactNode {
  const client = useStreams();
  const queries = useQueryClient();
  const User = useUser();
  const { stageNum: StageNumber, numWorkers, scalable } = stage;
  if (StageNumber === 0) return null;
  if (!scalable) return <span className="muted small">cannot be scaled</span>;
  const scaleTo = (NumWorkers: number) => async (): Promise<string> => {
    const change = { JobId: jobId, StageNumber, NumWorkers };
    const body = { ...change, User, Reason: 'scaled in the console' };
    await scaleStage({ client, throwOnError: true, path: { jobId }, body });
    await queries.invalidateQueries({ queryKey: ['stream', jobId] });
    return `Stage ${StageNumber} is being scaled to ${counted(NumWorkers, 'worker')}.`;
  };
  return (
    <span className="actions">
      <ActionButton
        label="Add a worker"
        about={`to stage ${StageNumber}`}
        effect={`The stage is scaled to ${counted(numWorkers + 1, 'worker')}.`}
        run={scaleTo(numWorkers + 1)}
      />
      <ActionButton
        label="Remove a worker"
        about={`from stage ${StageNumber}`}
        effect={`The stage is scaled to ${counted(numWorkers - 1, 'worker')}.`}
        isDisabled={numWorkers <= 1}
        run={scaleTo(numWorkers - 1)}
      />
    </span>
  );
}
