import { Injectable } from '@nestjs/common';
import type { LaunchClaim } from '@portolan/launches';
import type { Transaction } from '@portolan/service';
import { isActiveAgentCluster } from '../agents/agent-cluster-set';
import { AgentClusters } from '../agents/agent-clusters.service';
import { StreamingConfig } from '../config/streaming-config';
import type { StageEntity, WorkerEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import { asksForPeers, mayPlace } from './placement';
import { PlacementRepository } from './placement.repository';

/** A zone is one that has nodes for so long after one of them has asked for a worker, ms. */
const ZONE_KNOWN_MS = 600_000;

/** What holds for all workers of a job that are placed in one transaction. */
export interface PlacementRound {
  readonly active: readonly string[];
  readonly stages: readonly StageEntity[];
}

/** Decides where workers run, when a node asks for one. */
@Injectable()
export class Placement {
  constructor(
    private readonly agents: AgentClusters,
    private readonly jobs: JobRepository,
    private readonly rows: PlacementRepository,
    private readonly config: StreamingConfig,
  ) {}

  /** Begins to place workers of a job, which is locked. */
  async round(jobId: string, transaction: Transaction): Promise<PlacementRound> {
    const active = await this.agents.active(transaction);
    return { active, stages: await this.jobs.stagesOf(jobId, transaction) };
  }

  /** Whether the node may have the worker. Called with the launch and its job locked; locks the host. */
  async allows(
    { active, stages }: PlacementRound,
    worker: WorkerEntity,
    { launch, claim }: LaunchClaim,
    transaction: Transaction,
  ): Promise<boolean> {
    if (!isActiveAgentCluster(claim.agentCluster, active)) return false;
    const stage = stages.find((one) => one.stageNum === worker.stageNum);
    if (!stage) return false;
    const now = Date.now();
    const candidate = { host: claim.host, zone: claim.zone ?? '', agentCluster: claim.agentCluster };
    await this.rows.lockHost(candidate, now, transaction);
    const peers = asksForPeers(stage.definition)
      ? await this.rows.peers(worker, candidate, now - ZONE_KNOWN_MS, transaction)
      : { peers: [], zones: [] };
    const around = { ...peers, occupants: await this.rows.occupants(worker, candidate, transaction) };
    const waited = now - launch.createdAt >= this.config.SOFT_CONSTRAINT_WAIT_MS;
    return mayPlace(stage.definition, candidate, around, waited);
  }
}
