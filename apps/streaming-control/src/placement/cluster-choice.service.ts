import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { AgentClustersService } from '../agent-clusters/agent-clusters.service';
import { StreamingConfig } from '../config/streaming-config';
import type { JobChange } from '../jobs/job-change';
import { JobChangesService } from '../jobs/job-changes.service';
import { isActiveJob } from '../jobs/job-states';
import type { StageEntity, WorkerEntity } from '../jobs/job.entity';
import { StreamJobRepository } from '../jobs/job.repository';
import { WorkerState } from '../jobs/worker-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { AFFINITIES } from '../scheduling/constraints';
import { stageOf } from '../scheduling/stage-response';
import { ListeningNodesGateway } from './listening-nodes.gateway';
import { candidateClusters, offeredCluster } from './candidate-clusters';
import { PlacementRepository, type OfferedWorkers } from './placement.repository';

export type ChooseCluster = (stage: StageEntity | undefined, worker: WorkerEntity) => string;

/** Chooses the agent clusters in which workers are offered, and moves offers that no node takes (V1-LIFE-16). */
@Injectable()
export class ClusterChoiceService {
  constructor(
    private readonly agents: AgentClustersService,
    private readonly nodes: ListeningNodesGateway,
    private readonly rows: PlacementRepository,
    private readonly jobs: StreamJobRepository,
    private readonly workers: WorkerRepository,
    private readonly changes: JobChangesService,
    private readonly config: StreamingConfig,
  ) {}

  /** Returns the agent clusters whose nodes request work; none, without a query, when every worker has one candidate only. */
  async clustersRequestingWork(
    due: readonly Pick<WorkerEntity, 'jobId' | 'agentCluster'>[],
  ): Promise<ReadonlySet<string>> {
    const active = await this.agents.active();
    const isChoice =
      active.length > 0 ||
      due.some(({ agentCluster }) => agentCluster !== this.config.DEFAULT_AGENT_CLUSTER) ||
      (await this.rows.isPreferring([...new Set(due.map(({ jobId }) => jobId))]));
    return isChoice ? this.ask(due, active) : new Set();
  }

  /** Prepares the choice for workers of a locked job. @param asking read before the lock, so that no lock waits for Redis */
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
   * Moves offers when another agent cluster has become the better choice: the active ones changed, nodes came or went, or the
   * wait for a soft constraint ended. The offer is withdrawn, and the worker is due again.
   */
  async moveOn(): Promise<void> {
    const offered = await this.rows.offered();
    if (offered.length === 0) return;
    const active = await this.agents.active();
    const home = this.config.DEFAULT_AGENT_CLUSTER;
    const isChoice = ({ constraints, agentCluster }: OfferedWorkers): boolean => {
      const { preferred, fallback } = candidateClusters(constraints, agentCluster, { home, active });
      return preferred.length + fallback.length > 1;
    };
    const asking = offered.some(isChoice) ? await this.ask(offered, active) : new Set<string>();
    const now = Date.now();
    const stale = offered.filter(({ constraints, agentCluster, launchAfter }) => {
      const waits = this.waits(now - launchAfter);
      return offeredCluster(constraints, agentCluster, { home, active, asking }, waits) !== agentCluster;
    });
    for (const jobId of new Set(stale.map((one) => one.jobId)))
      await this.changes.run(jobId, (change) => this.offerAnew(change, asking));
  }

  private async offerAnew({ job, transaction }: JobChange, asking: ReadonlySet<string>): Promise<void> {
    if (!isActiveJob(job.state)) return;
    const stages = await this.jobs.stagesOf(job.id, transaction);
    const choose = await this.begin(asking, transaction);
    for (const worker of await this.workers.currentOf(job.id, transaction)) {
      if (worker.state !== WorkerState.Accepted || worker.launchId === null) continue;
      if (choose(stageOf(stages, worker), worker) === worker.agentCluster) continue;
      worker.launchId = null;
      await this.workers.save(worker, transaction);
    }
  }

  private ask(workers: readonly { agentCluster: string }[], active: readonly string[]) {
    const own = workers.map(({ agentCluster }) => agentCluster);
    return this.nodes.of([...AFFINITIES, this.config.DEFAULT_AGENT_CLUSTER, ...active, ...own]);
  }

  private waits(ms: number): number {
    const { SOFT_CONSTRAINT_WAIT_MS: waitMs } = this.config;
    return waitMs === 0 ? Infinity : Math.max(0, Math.floor(ms / waitMs));
  }
}
