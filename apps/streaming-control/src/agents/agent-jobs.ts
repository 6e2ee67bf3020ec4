import type { WorkerEntity } from '../jobs/job.entity';

/** A worker on a host. */
export interface HostedWorker {
  jobId: string;
  stage: number;
  workerIndex: number;
  workerNumber: number;
}

/** A host of an agent cluster and what runs there. */
export interface AgentHost {
  hostname: string;
  attributeValue: string;
  jobs: HostedWorker[];
}

/** Workers by agent cluster and host (reference: streams §10.1), both in the order of their names. */
export function agentJobs(workers: readonly WorkerEntity[]): Record<string, AgentHost[]> {
  const clusters = new Map<string, Map<string, AgentHost>>();
  for (const { agentCluster, host, jobId, stageNum, workerIndex, workerNumber } of workers) {
    if (host === null) continue;
    const hosts = clusters.get(agentCluster) ?? new Map<string, AgentHost>();
    clusters.set(agentCluster, hosts);
    const agent = hosts.get(host) ?? { hostname: host, attributeValue: agentCluster, jobs: [] };
    hosts.set(host, agent);
    agent.jobs.push({ jobId, stage: stageNum, workerIndex, workerNumber });
  }
  const sorted = [...clusters].sort(([left], [right]) => compare(left, right));
  return Object.fromEntries(
    sorted.map(([name, hosts]) => [
      name,
      [...hosts.values()].sort((left, right) => compare(left.hostname, right.hostname)),
    ]),
  );
}

const compare = (left: string, right: string): number => (left < right ? -1 : Number(left > right));
