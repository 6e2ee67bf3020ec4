import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import {
  disableJobCluster,
  enableJobCluster,
  quickSubmitJob,
  type CompactJob,
  type JobCluster,
} from '@portolan/client-streams';
import { Link, useLocation } from 'wouter';
import { useStreams } from '../../api/clients';
import { useUser } from '../../api/use-user';
import { ActionButton } from '../../design/dialogs';
import { Empty, Loaded } from '../../design/feedback';
import { PageHead, Panel } from '../../design/layout';
import { counted } from '../../design/quantities';
import { Ago, Facts, State, Tags } from '../../design/texts';
import { Table } from '../../design/table';
import { EndedJobs } from './ended-jobs';
import { isBelowSla, slaInWords } from './clusters';
import { CLUSTERS_KEY, useClusters } from './use-clusters';

const RENEW_MS = 2000;

/** The clusters of streaming jobs: their SLA, their versions and the jobs that run. */
export default function Streams(): ReactNode {
  const result = useClusters(RENEW_MS);
  return (
    <>
      <PageHead title="Streams" />
      <Loaded result={result}>
        {({ clusters, jobs }) =>
          clusters.length === 0 ? (
            <Empty title="No job cluster exists yet">
              <p>
                A cluster holds the versions of a streaming job. This command creates one from its definition:
              </p>
              <p>
                <code>portolan stream create cluster.json</code>
              </p>
            </Empty>
          ) : (
            <div className="stack">
              <div className="columns">
                {clusters.map((cluster) => (
                  <ClusterCard key={cluster.name} cluster={cluster} jobs={jobs.get(cluster.name) ?? []} />
                ))}
              </div>
              <EndedJobs />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

/** Returns the versions before the newest one, newest first. Pure. */
const earlierOf = (jars: JobCluster['jars'], latest: string): string[] => [
  ...new Set(
    jars
      .toSorted((one, other) => other.uploadedAt - one.uploadedAt)
      .map(({ version }) => version)
      .filter((version) => version !== latest),
  ),
];

function ClusterCard({ cluster, jobs }: { cluster: JobCluster; jobs: readonly CompactJob[] }): ReactNode {
  const { name, disabled, sla, latestVersion, jars, labels, cronActive } = cluster;
  const isBelow = isBelowSla(cluster, jobs.length);
  return (
    <Panel
      title={name}
      actions={
        <span className="actions">
          {disabled && <State of="Disabled" />}
          {isBelow && <State of="Failed" title="Fewer jobs run than its SLA demands" />}
        </span>
      }
    >
      <div className="stack">
        <Facts
          of={{
            Version: latestVersion,
            Earlier: earlierOf(jars, latestVersion).length > 0 && (
              <Tags of={earlierOf(jars, latestVersion)} />
            ),
            SLA: `${slaInWords(sla)}${isBelow ? `, ${counted(jobs.length, 'job runs', 'jobs run')}` : ''}`,
            Cron: sla.cronSpec && `${sla.cronSpec}${cronActive ? '' : ' (not active)'}`,
            Labels: labels.length > 0 && (
              <Tags of={labels.map((label) => `${label.name}=${label.value ?? ''}`)} />
            ),
          }}
        />
        {jobs.length === 0 ? (
          <p className="muted">No job runs.</p>
        ) : (
          <Jobs of={jobs} cluster={cluster.name} />
        )}
        <ClusterActions cluster={cluster} running={jobs.length} />
      </div>
    </Panel>
  );
}

const Jobs = ({ of, cluster }: { of: readonly CompactJob[]; cluster: string }): ReactNode => (
  <Table label={`Running jobs of ${cluster}`}>
    {of.map(({ jobId, state, numWorkers, submittedAt }) => (
      <tr key={jobId}>
        <td>
          <Link href={`/streams/${encodeURIComponent(jobId)}`}>{jobId}</Link>
        </td>
        <td>
          <State of={state} />
        </td>
        <td>{counted(numWorkers, 'worker')}</td>
        <td>
          <Ago at={submittedAt} />
        </td>
      </tr>
    ))}
  </Table>
);

function ClusterActions({
  cluster: { name, disabled },
  running,
}: {
  cluster: JobCluster;
  running: number;
}): ReactNode {
  const client = useStreams();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const body = { name, user: useUser() };
  const renew = (): Promise<void> => queries.invalidateQueries({ queryKey: CLUSTERS_KEY });
  return (
    <div className="actions">
      <ActionButton
        label="Submit a job"
        about={`of ${name}`}
        isDisabled={disabled}
        question={
          <p>The newest version of {name} is started as its last job was, or as the cluster defines it.</p>
        }
        run={async () => {
          const { data } = await quickSubmitJob({ client, throwOnError: true, body });
          await renew();
          const { jobId } = (data as { jobMetadata?: { jobId?: string } }).jobMetadata ?? {};
          if (jobId !== undefined) navigate(`/streams/${encodeURIComponent(jobId)}`);
          return `A job of ${name} was submitted.`;
        }}
      />
      {disabled ? (
        <ActionButton
          label="Enable"
          about={name}
          effect="Jobs of the cluster may start again; as many as its SLA demands do at once."
          run={async () => {
            await enableJobCluster({ client, throwOnError: true, path: { clusterName: name }, body });
            await renew();
            return `${name} is enabled.`;
          }}
        />
      ) : (
        <ActionButton
          label="Disable"
          about={name}
          isDangerous
          question={
            <p>
              {running === 0
                ? 'No job runs.'
                : `The ${running} running ${running === 1 ? 'job is' : 'jobs are'} ended.`}{' '}
              No job of {name} starts until it is enabled again.
            </p>
          }
          run={async () => {
            await disableJobCluster({ client, throwOnError: true, path: { clusterName: name }, body });
            await renew();
            return `${name} is disabled.`;
          }}
        />
      )}
    </div>
  );
}
