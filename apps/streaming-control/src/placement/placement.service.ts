import { Injectable } from '@nestjs/common';
import type { ClaimRequest, LaunchEntity } from '@portolan/launches';
import type { Transaction } from '@portolan/service';
import { isActiveAgentCluster } from '../agents/agent-cluster-set';
import { AgentClusters } from '../agents/agent-clusters.service';
import { StreamingConfig } from '../config/streaming-config';
import type { WorkerEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import { mayPlace } from './placement';
import { PlacementRepository } from './placement.repository';

/** A zone is one that has nodes for so long after one of them has asked for a worker, ms. */
const ZONE_KNOWN_MS = 600_000;

/** Decides where workers run, when a node asks for one. */
@Injectable()
export class Placement {
  constructor(
    private readonly agents: AgentClusters,
    private readonly jobs: JobRepository,
    private readonly rows: PlacementRepository,
    private readonly config: StreamingConfig,
  ) {}

  /** Whether the node may have the worker. Called with the launch and its job locked; locks the host. */
  async allows(
    launch: LaunchEntity,
    worker: WorkerEntity,
    claim: ClaimRequest,
    transaction: Transaction,
  ): Promise<boolean> {
    if (!isActiveAgentCluster(claim.agentCluster, await this.agents.active(transaction))) return false;
    const stages = await this.jobs.stagesOf(worker.jobId, transaction);
    const stage = stages.find((one) => one.stageNum === worker.stageNum);
    if (!stage) return false;
    const now = Date.now();
    const candidate = { host: claim.host, zone: claim.zone ?? '', agentCluster: claim.agentCluster };
    await this.rows.lockHost(candidate, now, transaction);
    const around = await this.rows.surroundings(worker, candidate, now - ZONE_KNOWN_MS, transaction);
    const waited = now - launch.createdAt >= this.config.SOFT_CONSTRAINT_WAIT_MS;
    return mayPlace(stage.definition, candidate, around, waited);
  }
}
