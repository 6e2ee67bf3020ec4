import { Injectable } from '@nestjs/common';
import type { LaunchClaim } from '@portolan/launches';
import type { Transaction } from '@portolan/service';
import { isActiveAgentCluster } from '../agent-clusters/agent-cluster-set';
import { AgentClustersService } from '../agent-clusters/agent-clusters.service';
import { StreamingConfig } from '../config/streaming-config';
import type { WorkerEntity } from '../jobs/job.entity';
import { StreamJobRepository } from '../jobs/job.repository';
import { stageOf } from '../scheduling/stage-response';
import { asksForPeers, mayPlace } from './placement-constraints';
import { PlacementRepository } from './placement.repository';

/** Time for which a zone counts after one of its nodes has requested a worker, ms. */
const ZONE_KNOWN_MS = 600_000;

/** The facts that all workers of a job share that are placed in one transaction. */
export type PlacementRound = Awaited<ReturnType<PlacementService['round']>>;

/** Decides whether a node that requests a worker may take it. */
@Injectable()
export class PlacementService {
  constructor(
    private readonly agents: AgentClustersService,
    private readonly jobs: StreamJobRepository,
    private readonly rows: PlacementRepository,
    private readonly config: StreamingConfig,
  ) {}

  /** Reads the facts for placing workers of a locked job. */
  async round(jobId: string, transaction: Transaction) {
    const active = await this.agents.active(transaction);
    return { active, stages: await this.jobs.stagesOf(jobId, transaction) };
  }

  /** Reports whether the node may take the worker. The launch and its job are locked; the host is locked here. */
  async allows(
    { active, stages }: PlacementRound,
    worker: WorkerEntity,
    { launch, claim }: LaunchClaim,
    transaction: Transaction,
  ): Promise<boolean> {
    if (!isActiveAgentCluster(claim.agentCluster, active)) return false;
    const stage = stageOf(stages, worker);
    if (!stage) return false;
    const now = Date.now();
    const candidate = { host: claim.host, zone: claim.zone ?? '', agentCluster: claim.agentCluster };
    await this.rows.lockHost(candidate, now, transaction);
    const peers = asksForPeers(stage.definition)
      ? await this.rows.peers(worker, claim.agentCluster, now - ZONE_KNOWN_MS, transaction)
      : { peers: [], zones: [] };
    const around = { ...peers, occupants: await this.rows.occupants(worker, claim.host, transaction) };
    const waited = now - launch.createdAt >= this.config.SOFT_CONSTRAINT_WAIT_MS;
    return mayPlace(stage.definition, candidate, around, waited);
  }
}
