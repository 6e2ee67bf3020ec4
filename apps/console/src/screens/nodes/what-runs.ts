import { useQueries, useQuery } from '@tanstack/react-query';
import { listJobAttempts, listJobs, type JobSummary } from '@portolan/client-jobs';
import { listJobs as listStreams, type Job as StreamingJob } from '@portolan/client-streams';
import { useClients, useJobs } from '../../api/clients';

/** A job or a streaming worker that a node runs. */
export interface Running {
  key: string;
  label: string;
  state: string;
  href: string;
}

/** Running jobs that are looked up; the search does not say on which node a job runs. */
const LOOKED_UP = 100;
const RENEW_MS = 5000;
/** A job changes its node only with another attempt. */
const ATTEMPT_MS = 30_000;

/** Running jobs and workers, by the id of their node. */
export interface WhatRuns {
  byNode: ReadonlyMap<string, readonly Running[]>;
  /** Running jobs beyond those that were looked up. */
  others: number;
}

/** Returns the running jobs and streaming workers of each node; streaming workers only where that service is there. */
export function useWhatRuns(): WhatRuns {
  const { jobs, total } = useRunningJobs();
  return { byNode: grouped([...jobs, ...useWorkers()]), others: Math.max(0, total - LOOKED_UP) };
}

type Placed = readonly [node: string, running: Running];

function grouped(placed: readonly Placed[]): Map<string, Running[]> {
  const byNode = new Map<string, Running[]>();
  for (const [node, running] of placed) byNode.set(node, [...(byNode.get(node) ?? []), running]);
  return byNode;
}

function useRunningJobs(): { jobs: readonly Placed[]; total: number } {
  const client = useJobs();
  const { data } = useQuery({
    queryKey: ['nodes', 'running'],
    refetchInterval: RENEW_MS,
    queryFn: async ({ signal }) => {
      const query = { status: ['CLAIMED', 'INIT', 'RUNNING'], size: LOOKED_UP, sort: ['started,desc'] };
      const { data: page } = await listJobs({ client, signal, throwOnError: true, query });
      return { found: page._embedded?.jobSearchResultList ?? [], total: page.page.totalElements };
    },
  });
  const found = data?.found ?? [];
  const attempts = useQueries({
    queries: found.map(({ id, status }) => ({
      queryKey: ['nodes', 'attempts', id, status],
      staleTime: ATTEMPT_MS,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await listJobAttempts({ client, signal, throwOnError: true, path: { id } })).data,
    })),
  });
  const jobs = found.flatMap((job, index): Placed[] => {
    const node = attempts[index]?.data?.at(-1)?.nodeId;
    return node == null ? [] : [[node, runningJob(job)]];
  });
  return { jobs, total: data?.total ?? 0 };
}

const runningJob = ({ id, name, status }: JobSummary): Running => ({
  key: id,
  label: name,
  state: status,
  href: `/jobs/${encodeURIComponent(id)}`,
});

function useWorkers(): readonly Placed[] {
  const { streams: client } = useClients();
  const { data } = useQuery({
    queryKey: ['nodes', 'workers'],
    enabled: client !== undefined,
    refetchInterval: RENEW_MS,
    queryFn: async ({ signal }) => {
      const query = { activeOnly: true, pageSize: 0 };
      const { data: page } = await listStreams({ client: client!, signal, throwOnError: true, query });
      return page.list as StreamingJob[];
    },
  });
  return (data ?? []).flatMap(({ jobMetadata: { jobId }, workerMetadataList }) =>
    workerMetadataList.flatMap(({ slaveID, workerNumber, stageNum, state }): Placed[] => {
      if (slaveID === null) return [];
      const label = `${jobId} ${stageNum}/${workerNumber}`;
      return [[slaveID, { key: label, label, state, href: `/streams/${encodeURIComponent(jobId)}` }]];
    }),
  );
}
