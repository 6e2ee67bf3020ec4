import { Injectable } from '@nestjs/common';
import { placeableCluster } from '../agents/agent-cluster-set';
import { AgentClusters } from '../agents/agent-clusters.service';
import { StreamingConfig } from '../config/streaming-config';
import type { JobChange } from '../jobs/job-change';
import { JobChanges } from '../jobs/job-changes.service';
import { JobLifecycle } from '../jobs/job-lifecycle.service';
import { ResubmitCause, type StageEntity, type WorkerEntity } from '../jobs/job.entity';
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

/** Moves workers out of agent clusters that are not active any more (reference: streams §6.4). */
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
    const outside = current.filter((worker) => {
      const stage = stages.find((one) => one.stageNum === worker.stageNum);
      return agentClusterFor(stage, worker.agentCluster, active) !== worker.agentCluster;
    });
    await this.offerAnew(change, outside);
    const leaving = outside.filter((worker) => PLACED_STATES.includes(worker.state));
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

  /** Workers that no node has yet: their offers are withdrawn for having no worker any more. */
  private async offerAnew(change: JobChange, outside: readonly WorkerEntity[]): Promise<void> {
    for (const worker of outside) {
      if (worker.state !== WorkerState.Accepted || worker.launchId === null) continue;
      worker.launchId = null;
      await this.workers.save(worker, change.transaction);
    }
  }
}
