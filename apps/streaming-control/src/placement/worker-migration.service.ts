import { Injectable } from '@nestjs/common';
import { ownOrFirstActive } from '../agent-clusters/agent-cluster-set';
import { AgentClustersService } from '../agent-clusters/agent-clusters.service';
import { StreamingConfig } from '../config/streaming-config';
import type { JobChange } from '../jobs/job-change';
import { JobChangesService } from '../jobs/job-changes.service';
import { isActiveJob } from '../jobs/job-states';
import { ResubmitCause } from '../jobs/job.entity';
import { StreamJobRepository } from '../jobs/job.repository';
import { PLACED_STATES, WorkerState, isTerminalWorker } from '../jobs/worker-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { JobLifecycleService } from '../lifecycle/job-lifecycle.service';
import { affinityOf } from '../scheduling/constraints';
import { stageOf } from '../scheduling/stage-response';
import { migrationBatch } from './migration-batch';

/** Moves running workers out of inactive agent clusters (V1-LIFE-12); waiting ones are offered elsewhere by `ClusterChoiceService`. */
@Injectable()
export class WorkerMigrationService {
  constructor(
    private readonly agents: AgentClustersService,
    private readonly workers: WorkerRepository,
    private readonly jobs: StreamJobRepository,
    private readonly changes: JobChangesService,
    private readonly lifecycle: JobLifecycleService,
    private readonly config: StreamingConfig,
  ) {}

  /** Moves as many workers of each job as its migration strategy allows now. */
  async moveOut(): Promise<void> {
    const active = await this.agents.active();
    if (active.length === 0) return;
    for (const jobId of await this.workers.jobsOutside(active))
      await this.changes.run(jobId, (change) => this.moveWorkers(change, active));
  }

  private async moveWorkers(change: JobChange, active: readonly string[]): Promise<void> {
    const { job, now, transaction } = change;
    if (!isActiveJob(job.state)) return;
    const stages = await this.jobs.stagesOf(job.id, transaction);
    const current = await this.workers.currentOf(job.id, transaction);
    const leaving = current.filter((worker) => {
      const named = affinityOf(stageOf(stages, worker)?.definition.hardConstraints ?? []);
      const target = named ?? ownOrFirstActive(worker.agentCluster, active);
      return PLACED_STATES.includes(worker.state) && target !== worker.agentCluster;
    });
    const notRunning = current.filter(
      ({ state }) => state !== WorkerState.Started && !isTerminalWorker(state),
    );
    const workers = {
      total: current.length,
      leaving: leaving.length,
      notRunning: notRunning.length,
      lastMovedAt: await this.workers.lastMigrationAt(job.id, transaction),
    };
    const count = migrationBatch(job.migrationConfig, workers, now, this.config.MIGRATION_INTERVAL_MS);
    for (const worker of leaving.slice(0, count)) {
      const news = { text: `Moving out of disabled VM ${worker.host ?? ''}` };
      await this.lifecycle.replace(change, worker, ResubmitCause.Migration, 0, news);
    }
  }
}
