import { Injectable } from '@nestjs/common';
import { LeaseClock } from '@portolan/launches';
import { PeriodicTasks } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { JobChangesService } from '../jobs/job-changes.service';
import { StreamJobRepository } from '../jobs/job.repository';
import { PLATFORM_USER } from '../jobs/requester';
import { SILENT_AFTER_TIMEOUTS } from '../jobs/silent-worker';
import { WorkerReason, isTerminalWorker } from '../jobs/worker-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { isAbandoned } from './abandoned-job';
import { DISABLED_REASON, JobCommandsService } from './job-commands.service';
import { JobLifecycleService } from './job-lifecycle.service';

/** Heartbeats for which every worker has time after an outage before missing subscribers end a job. */
const HEARTBEATS_HEARD = 2;

/**
 * Time-driven checks: ends jobs of disabled clusters, jobs beyond their runtime limit and Transient jobs without
 * subscribers, and replaces workers whose heartbeats time out.
 */
@Injectable()
export class JobWatchdogService {
  private readonly clock = new LeaseClock();

  constructor(
    private readonly jobs: StreamJobRepository,
    private readonly workers: WorkerRepository,
    private readonly changes: JobChangesService,
    private readonly lifecycle: JobLifecycleService,
    private readonly commands: JobCommandsService,
    private readonly config: StreamingConfig,
    periodic: PeriodicTasks,
  ) {
    periodic.every(config.CONTROLLER_TICK_MS, 'check time limits of jobs', () => this.check(), {
      onError: () => this.clock.reset(),
    });
  }

  private async check(): Promise<void> {
    for (const jobId of await this.jobs.activeOfDisabledClusters())
      await this.commands.end(jobId, DISABLED_REASON);
    for (const jobId of await this.jobs.beyondRuntimeLimit(Date.now()))
      await this.commands.end(jobId, 'runtime limit reached');
    // An outage of this service or its database must not look like silent workers.
    const reachableForMs = this.clock.healthyFor(this.config.CONTROLLER_TICK_MS);
    await this.endAbandoned(reachableForMs);
    if (reachableForMs >= this.config.WORKER_TIMEOUT_MS * SILENT_AFTER_TIMEOUTS)
      await this.replaceSilentWorkers();
  }

  /** @param reachableForMs time for which this service has been able to receive heartbeats */
  private async endAbandoned(reachableForMs: number): Promise<void> {
    const { SUBSCRIPTION_TIMEOUT_MS, WORKER_HEARTBEAT_MS } = this.config;
    const now = Date.now();
    for (const job of await this.jobs.withoutSubscribers()) {
      const timeoutMs = job.subscriptionTimeoutSecs * 1000 || SUBSCRIPTION_TIMEOUT_MS;
      const heartbeatMs = job.heartbeatIntervalSecs * 1000 || WORKER_HEARTBEAT_MS;
      if (reachableForMs < heartbeatMs * HEARTBEATS_HEARD) continue;
      const { startedAt, unsubscribedSince, minRuntimeSecs } = job;
      const minRuntimeMs = minRuntimeSecs * 1000;
      if (!isAbandoned({ startedAt, unsubscribedSince, timeoutMs, minRuntimeMs }, now)) continue;
      const seconds = Math.round((now - unsubscribedSince) / 1000);
      await this.commands.end(job.id, `No subscriptions for ${seconds} secs`, PLATFORM_USER);
    }
  }

  private async replaceSilentWorkers(): Promise<void> {
    const { WORKER_TIMEOUT_MS: timeoutMs, WORKER_START_GRACE_MS: graceMs } = this.config;
    for (const { jobId, workerNumber } of await this.workers.silent(Date.now(), timeoutMs, graceMs)) {
      await this.changes.run(jobId, async (change) => {
        const worker = await this.workers.find(jobId, workerNumber, change.transaction);
        if (!worker || isTerminalWorker(worker.state)) return;
        const news = { text: 'heartbeat too old, resubmitting worker' };
        await this.lifecycle.replaceFailed(change, worker, WorkerReason.Lost, news);
      });
    }
  }
}
