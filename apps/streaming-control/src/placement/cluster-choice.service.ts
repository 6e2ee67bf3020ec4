import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { AgentClusters } from '../agents/agent-clusters.service';
import { StreamingConfig } from '../config/streaming-config';
import type { JobChange } from '../jobs/job-change';
import { JobChanges } from '../jobs/job-changes.service';
import type { StageEntity, WorkerEntity } from '../jobs/job.entity';
import { isActiveJob } from '../jobs/job-states';
import { JobRepository } from '../jobs/job.repository';
import { WorkerRepository } from '../jobs/worker.repository';
import { WorkerState } from '../jobs/worker-states';
import { AskingNodes } from './asking-nodes.gateway';
import { AFFINITIES } from './constraints';
import { candidateClusters, offeredCluster } from './offered-cluster';
import { PlacementRepository, type OfferedWorkers } from './placement.repository';

/** Names the agent cluster of a worker. */
export type ChooseCluster = (stage: StageEntity | undefined, worker: WorkerEntity) => string;

/** Chooses the agent clusters that workers are offered to, and offers them elsewhere when they are not taken there. */
@Injectable()
export class ClusterChoice {
  constructor(
    private readonly agents: AgentClusters,
    private readonly nodes: AskingNodes,
    private readonly rows: PlacementRepository,
    private readonly jobs: JobRepository,
    private readonly workers: WorkerRepository,
    private readonly changes: JobChanges,
    private readonly config: StreamingConfig,
  ) {}

  /** The agent clusters whose nodes ask for work; not asked, thus none, when each of these workers has one candidate only. */
  async asking(due: readonly Pick<WorkerEntity, 'jobId' | 'agentCluster'>[]): Promise<ReadonlySet<string>> {
    const active = await this.agents.active();
    const isChoice =
      active.length > 0 ||
      due.some(({ agentCluster }) => agentCluster !== this.config.DEFAULT_AGENT_CLUSTER) ||
      (await this.rows.isPreferring([...new Set(due.map(({ jobId }) => jobId))]));
    return isChoice ? this.ask(due, active) : new Set();
  }

  /** Begins to choose for workers of a job, which is locked. @param asking from before the lock: Redis is not waited for with it */
  async begin(asking: ReadonlySet<string>, transaction: Transaction): Promise<ChooseCluster> {
    const active = await this.agents.active(transaction);
    const known = { home: this.config.DEFAULT_AGENT_CLUSTER, active, asking };
    const now = Date.now();
    return (stage, { agentCluster, launchAfter }) => {
      const constraints = stage?.definition ?? { hardConstraints: [], softConstraints: [] };
      return offeredCluster(constraints, agentCluster, known, this.waits(now - launchAfter));
    };
  }

  /**
   * Offers waiting workers elsewhere when another agent cluster is the better choice by now: the set of active ones
   * changed, nodes came or went, or the wait for a wish is over. The worker becomes due again; its offer is withdrawn.
   */
  async moveOn(): Promise<void> {
    const offered = await this.rows.offered();
    if (offered.length === 0) return;
    const active = await this.agents.active();
    const home = this.config.DEFAULT_AGENT_CLUSTER;
    const isChoice = ({ constraints, agentCluster }: OfferedWorkers): boolean => {
      const { wished, usual } = candidateClusters(constraints, agentCluster, { home, active });
      return wished.length + usual.length > 1;
    };
    const asking = offered.some(isChoice) ? await this.ask(offered, active) : new Set<string>();
    const now = Date.now();
    const stale = offered.filter(({ constraints, agentCluster, launchAfter }) => {
      const waits = this.waits(now - launchAfter);
      return offeredCluster(constraints, agentCluster, { home, active, asking }, waits) !== agentCluster;
    });
    for (const jobId of new Set(stale.map((one) => one.jobId))) {
      await this.changes.run(jobId, (change) => this.offerAnew(change, asking));
    }
  }

  private async offerAnew({ job, transaction }: JobChange, asking: ReadonlySet<string>): Promise<void> {
    if (!isActiveJob(job.state)) return;
    const stages = await this.jobs.stagesOf(job.id, transaction);
    const choose = await this.begin(asking, transaction);
    for (const worker of await this.workers.currentOf(job.id, transaction)) {
      if (worker.state !== WorkerState.Accepted || worker.launchId === null) continue;
      const cluster = choose(
        stages.find((stage) => stage.stageNum === worker.stageNum),
        worker,
      );
      if (cluster === worker.agentCluster) continue;
      worker.launchId = null;
      await this.workers.save(worker, transaction);
    }
  }

  private ask(
    workers: readonly Pick<WorkerEntity, 'agentCluster'>[],
    active: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const own = workers.map(({ agentCluster }) => agentCluster);
    return this.nodes.of([...AFFINITIES, this.config.DEFAULT_AGENT_CLUSTER, ...active, ...own]);
  }

  private waits(ms: number): number {
    const { SOFT_CONSTRAINT_WAIT_MS: waitMs } = this.config;
    return waitMs === 0 ? Infinity : Math.max(0, Math.floor(ms / waitMs));
  }
}
