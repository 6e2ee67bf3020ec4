import { Injectable } from '@nestjs/common';
import { PeriodicTasks, ServiceLogger, isolateFailure, type PeriodicTask } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { JobChangesService } from '../jobs/job-changes.service';
import { StreamJobRepository } from '../jobs/job.repository';
import { WorkerRepository } from '../jobs/worker.repository';
import { JobLifecycleService } from '../lifecycle/job-lifecycle.service';
import { ClusterChoiceService } from '../placement/cluster-choice.service';
import { WorkerMigrationService } from '../placement/worker-migration.service';
import { StreamSignalsService } from '../signals/stream-signals.service';
import { WorkerLauncherService } from './worker-launcher.service';

/**
 * Dispatches workers to nodes, stops the processes of ended workers, and moves workers between agent clusters. It
 * keeps no state in memory: any number of controllers may run, and a new one continues from the rows.
 */
@Injectable()
export class WorkerDispatcherService {
  private readonly dispatching: PeriodicTask;
  private wakeAt: NodeJS.Timeout | undefined;

  constructor(
    private readonly launcher: WorkerLauncherService,
    migration: WorkerMigrationService,
    choice: ClusterChoiceService,
    private readonly jobs: StreamJobRepository,
    private readonly workers: WorkerRepository,
    private readonly changes: JobChangesService,
    private readonly lifecycle: JobLifecycleService,
    signals: StreamSignalsService,
    private readonly config: StreamingConfig,
    private readonly logger: ServiceLogger,
    periodic: PeriodicTasks,
  ) {
    const everyMs = config.CONTROLLER_TICK_MS;
    const wakeOn = signals.jobsWithWork;
    this.dispatching = periodic.every(everyMs, 'dispatch workers', () => this.dispatch(), { wakeOn });
    periodic.every(everyMs, 'move workers between agent clusters', async () => {
      await migration.moveOut();
      await choice.moveOn();
    });
  }

  private async dispatch(): Promise<void> {
    await this.launcher.launchDue();
    await this.launcher.stopUnwanted();
    for (const jobId of await this.jobs.terminating())
      await isolateFailure(
        () => this.changes.run(jobId, (change) => this.lifecycle.finish(change)),
        (error) => this.logger.error({ err: error, jobId }, 'a job could not be ended'),
      );
    await this.wakeForNextDue();
  }

  /** Wakes at the end of a pause between replacements, which would otherwise last until the next tick. */
  private async wakeForNextDue(): Promise<void> {
    const now = Date.now();
    const next = await this.workers.nextDueAt(now);
    clearTimeout(this.wakeAt);
    if (next === undefined || next - now > this.config.CONTROLLER_TICK_MS) return;
    this.wakeAt = setTimeout(() => this.dispatching.wake(), next - now + 1);
    this.wakeAt.unref();
  }
}
