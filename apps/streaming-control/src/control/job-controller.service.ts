import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { WellClock } from '@portolan/launches';
import { ServiceLogger, Ticker } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { DISABLED_REASON } from '../clusters/cluster-actions.service';
import { StreamingConfig } from '../config/streaming-config';
import { JobChanges } from '../jobs/job-changes.service';
import { JobCommands } from '../jobs/job-commands.service';
import { JobLifecycle } from '../jobs/job-lifecycle.service';
import { JobNotices } from '../jobs/job-notices.service';
import { JobRepository } from '../jobs/job.repository';
import { WorkerReason, isTerminalWorker } from '../jobs/worker-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { ClusterChoice } from '../placement/cluster-choice.service';
import { WorkerMigration } from '../placement/worker-migration.service';
import { TransientJobs } from './transient-jobs.service';
import { WorkerLauncher } from './worker-launcher.service';

/**
 * Carries jobs on: launches workers, stops processes, ends jobs, replaces silent workers. It keeps nothing
 * in memory: any number of controllers may run, and one that starts goes on from the rows.
 */
@Injectable()
export class JobController implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly work: Ticker;
  private readonly watch: Ticker;
  private readonly clock = new WellClock();
  private subscription: Subscription | undefined;
  private wakeAt: NodeJS.Timeout | undefined;

  constructor(
    private readonly launcher: WorkerLauncher,
    private readonly transient: TransientJobs,
    private readonly migration: WorkerMigration,
    private readonly choice: ClusterChoice,
    private readonly jobs: JobRepository,
    private readonly workers: WorkerRepository,
    private readonly changes: JobChanges,
    private readonly lifecycle: JobLifecycle,
    private readonly commands: JobCommands,
    private readonly notices: JobNotices,
    private readonly config: StreamingConfig,
    private readonly logger: ServiceLogger,
  ) {
    const everyMs = config.CONTROLLER_TICK_MS;
    this.work = new Ticker({ everyMs, run: () => this.carryOn(), onError: (error) => this.failed(error) });
    this.watch = new Ticker({ everyMs, run: () => this.lookAfter(), onError: (error) => this.failed(error) });
  }

  onApplicationBootstrap(): void {
    this.work.start();
    this.watch.start();
    this.subscription = this.notices.jobsWithWork.subscribe(() => this.work.wake());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.subscription?.unsubscribe();
    clearTimeout(this.wakeAt);
    await Promise.all([this.work.stop(), this.watch.stop()]);
  }

  /** What follows from rows as they are now. */
  private async carryOn(): Promise<void> {
    await this.launcher.launchDue();
    await this.launcher.stopUnwanted();
    for (const jobId of await this.jobs.terminating()) {
      await this.changes.run(jobId, (change) => this.lifecycle.finish(change));
    }
    await this.wakeForNextDue();
  }

  /** What follows from time going by. */
  private async lookAfter(): Promise<void> {
    for (const jobId of await this.jobs.activeOfDisabledClusters())
      await this.commands.end(jobId, DISABLED_REASON);
    for (const jobId of await this.jobs.beyondRuntimeLimit(Date.now())) {
      await this.commands.end(jobId, 'runtime limit reached');
    }
    await this.migration.moveOut();
    await this.choice.moveOn();
    await this.transient.endAbandoned(this.clock.wellFor(this.config.CONTROLLER_TICK_MS));
    await this.replaceSilentWorkers();
  }

  private async replaceSilentWorkers(): Promise<void> {
    const {
      WORKER_TIMEOUT_MS: timeoutMs,
      WORKER_START_GRACE_MS: graceMs,
      CONTROLLER_TICK_MS: tickMs,
    } = this.config;
    // While this service or its database was away nobody could be heard: that is not the workers' silence.
    if (this.clock.wellFor(tickMs) < timeoutMs * 1.5) return;
    for (const { jobId, workerNumber } of await this.workers.silent(Date.now(), timeoutMs, graceMs)) {
      await this.changes.run(jobId, async (change) => {
        const worker = await this.workers.find(jobId, workerNumber, change.transaction);
        if (!worker || isTerminalWorker(worker.state)) return;
        await this.lifecycle.replaceFailed(
          change,
          worker,
          WorkerReason.Lost,
          'heartbeat too old, resubmitting worker',
        );
      });
    }
  }

  /** A pause between replacements ends on time, not with the next tick. */
  private async wakeForNextDue(): Promise<void> {
    const now = Date.now();
    const next = await this.workers.nextDueAt(now);
    clearTimeout(this.wakeAt);
    if (next === undefined || next - now > this.config.CONTROLLER_TICK_MS) return;
    this.wakeAt = setTimeout(() => this.work.wake(), next - now + 1);
    this.wakeAt.unref();
  }

  private failed(error: unknown): void {
    this.clock.reset();
    this.logger.warn({ err: error }, 'controller pass failed, the next one comes');
  }
}
