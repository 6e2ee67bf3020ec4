import { Injectable } from '@nestjs/common';
import { placeableCluster } from '../agents/agent-cluster-set';
import { AgentClusters } from '../agents/agent-clusters.service';
import { StreamingConfig } from '../config/streaming-config';
import type { JobChange } from '../jobs/job-change';
import { JobChanges } from '../jobs/job-changes.service';
import { JobLifecycle } from '../jobs/job-lifecycle.service';
import { ResubmitCause, type StageEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import { isActiveJob } from '../jobs/job-states';
import { PLACED_STATES, WorkerState, isTerminalWorker } from '../jobs/worker-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { affinityOf } from './constraints';
import { migrationBatch } from './migration-batch';

/** The agent cluster that a worker of a stage belongs to now: the one that its stage names, or an active one. */
export function agentClusterFor(
  stage: StageEntity | undefined,
  own: string,
  active: readonly string[],
): string {
  return affinityOf(stage?.definition.hardConstraints ?? []) ?? placeableCluster(own, active);
}

/**
 * Moves running workers out of agent clusters that are not active any more (reference: streams §6.4). Workers that wait
 * are not moved: `ClusterChoice` offers them elsewhere.
 */
@Injectable()
export class WorkerMigration {
  constructor(
    private readonly agents: AgentClusters,
    private readonly workers: WorkerRepository,
    private readonly jobs: JobRepository,
    private readonly changes: JobChanges,
    private readonly lifecycle: JobLifecycle,
    private readonly config: StreamingConfig,
  ) {}

  /** One pass: of each job as many workers as its strategy lets go now. */
  async moveOut(): Promise<void> {
    const active = await this.agents.active();
    if (active.length === 0) return;
    for (const jobId of await this.workers.jobsOutside(active)) {
      await this.changes.run(jobId, (change) => this.moveWorkers(change, active));
    }
  }

  private async moveWorkers(change: JobChange, active: readonly string[]): Promise<void> {
    const { job, now, transaction } = change;
    if (!isActiveJob(job.state)) return;
    const stages = await this.jobs.stagesOf(job.id, transaction);
    const current = await this.workers.currentOf(job.id, transaction);
    const leaving = current.filter((worker) => {
      const stage = stages.find((one) => one.stageNum === worker.stageNum);
      return (
        PLACED_STATES.includes(worker.state) &&
        agentClusterFor(stage, worker.agentCluster, active) !== worker.agentCluster
      );
    });
    const count = migrationBatch(
      job.migrationConfig,
      {
        total: current.length,
        leaving: leaving.length,
        notRunning: current.filter(({ state }) => state !== WorkerState.Started && !isTerminalWorker(state))
          .length,
        lastMovedAt: await this.workers.lastMigrationAt(job.id, transaction),
      },
      now,
      this.config.MIGRATION_INTERVAL_MS,
    );
    for (const worker of leaving.slice(0, count)) {
      const message = `Moving out of disabled VM ${worker.host ?? ''}`;
      await this.lifecycle.replace(change, worker, ResubmitCause.Migration, 0, message);
    }
  }
}
