import { Field, schema } from '@portolan/service';
import type { WorkerEntity } from '../jobs/job.entity';

const { integer, list, map, named, object, ref, text } = schema;

const HOSTED_WORKER = { jobId: text(), stage: integer(), workerIndex: integer(), workerNumber: integer() };
type HostedWorker = Pick<WorkerEntity, 'jobId' | 'workerIndex' | 'workerNumber'> & { stage: number };

export class AgentHost {
  @Field(text()) hostname!: string;
  @Field(text('Agent cluster.')) attributeValue!: string;
  @Field(list(named('HostedWorker', object(HOSTED_WORKER)))) jobs!: HostedWorker[];
}

export const AGENT_JOBS = named('AgentJobs', map(list(ref(AgentHost)), 'By agent cluster.'));

/** Groups workers by agent cluster and host (V1-ADMIN-5), both in the order of their names. */
export function agentJobs(workers: readonly WorkerEntity[]): Record<string, AgentHost[]> {
  const clusters = new Map<string, Map<string, AgentHost>>();
  for (const { agentCluster, host, jobId, stageNum: stage, workerIndex, workerNumber } of workers) {
    if (host === null) continue;
    const hosts = clusters.get(agentCluster) ?? new Map<string, AgentHost>();
    const agent = hosts.get(host) ?? { hostname: host, attributeValue: agentCluster, jobs: [] };
    clusters.set(agentCluster, hosts.set(host, agent));
    agent.jobs.push({ jobId, stage, workerIndex, workerNumber });
  }
  const sorted = byName(clusters).map(([name, hosts]) => [name, byName(hosts).map(([, host]) => host)]);
  return Object.fromEntries(sorted) as Record<string, AgentHost[]>;
}

const byName = <T>(entries: ReadonlyMap<string, T>): [string, T][] =>
  [...entries].sort(([left], [right]) => (left < right ? -1 : Number(left > right)));
