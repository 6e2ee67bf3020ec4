import { useQueries } from '@tanstack/react-query';
import { listJobs, type Client, type JobSummary } from '@portolan/client-jobs';
import { listJobs as listStreams, type Job as StreamingJob } from '@portolan/client-streams';
import { useJobs } from '../../api/clients';
import { renewedEvery, statusOf } from '../../api/errors';
import { useStreamsQuery } from '../../api/queries';
import { useJobChanges } from '../../api/use-job-changes';

/** A job or a streaming worker that a node runs. */
export interface Running {
  key: string;
  label: string;
  state: string;
  href: string;
}

/** Jobs of a node that are shown; more are counted. */
const SHOWN = 60;
const RENEW_MS = 5000;
const JOBS_KEY = ['nodes', 'jobs'];
/** States of jobs that a node has. */
export const ON_NODE = ['CLAIMED', 'INIT', 'RUNNING'];

/** The jobs and workers of a node. */
export interface WhatRuns {
  shown: readonly Running[];
  /** Jobs beyond those that are shown. */
  others: number;
}

/** Returns what runs on each node, by its id; streaming workers only where that service is there. */
export function useWhatRuns(nodeIds: readonly string[]): ReadonlyMap<string, WhatRuns> {
  const workers = useWorkers();
  const jobs = useRunningJobs(nodeIds);
  return new Map(
    nodeIds.map((id, index) => {
      const { found = [], total = 0 } = jobs[index] ?? {};
      const ofNode = workers.flatMap(([node, worker]) => (node === id ? [worker] : []));
      return [id, { shown: [...found.map(runningJob), ...ofNode], others: total - found.length }];
    }),
  );
}

type Placed = readonly [node: string, running: Running];

async function jobsOf(client: Client, nodeId: string, signal: AbortSignal) {
  const query = { nodeId, status: ON_NODE, size: SHOWN };
  try {
    const { data } = await listJobs({ client, signal, throwOnError: true, query });
    return { found: data._embedded?.jobSearchResultList ?? [], total: data.page.totalElements };
  } catch (error) {
    // Earlier releases of the API do not say where a job runs.
    if (statusOf(error) === 400) return { found: [], total: 0 };
    throw error;
  }
}

function useRunningJobs(nodeIds: readonly string[]) {
  const client = useJobs();
  const refetchInterval = renewedEvery(useJobChanges({}, JOBS_KEY));
  const results = useQueries({
    queries: nodeIds.map((id) => ({
      queryKey: [...JOBS_KEY, id],
      refetchInterval,
      queryFn: ({ signal }: { signal: AbortSignal }) => jobsOf(client, id, signal),
    })),
  });
  return results.map(({ data }) => data);
}

const runningJob = ({ id, name, status }: JobSummary): Running => ({
  key: id,
  label: name,
  state: status,
  href: `/jobs/${encodeURIComponent(id)}`,
});

function useWorkers(): readonly Placed[] {
  const query = { activeOnly: true, pageSize: 0 };
  const { data } = useStreamsQuery(
    ['nodes', 'workers'],
    async (asking) => (await listStreams({ ...asking, query })).data.list as StreamingJob[],
    { refetchInterval: RENEW_MS },
  );
  return (data ?? []).flatMap(({ jobMetadata: { jobId }, workerMetadataList }) =>
    workerMetadataList.flatMap(({ slaveID, workerNumber, stageNum, state }): Placed[] => {
      if (slaveID === null) return [];
      const label = `${jobId} ${stageNum}/${workerNumber}`;
      return [[slaveID, { key: label, label, state, href: `/streams/${encodeURIComponent(jobId)}` }]];
    }),
  );
}
