import { Injectable } from '@nestjs/common';
import { QueueHandlers, Queues } from '@portolan/messaging';
import { PeriodicTasks, ServiceLogger, Transactions } from '@portolan/service';
import { ClusterRepository } from '../clusters/cluster.repository';
import { CronPolicy } from '../clusters/cluster-sla';
import { StreamingConfig } from '../config/streaming-config';
import { StreamJobRepository } from '../jobs/job.repository';
import { PLATFORM_USER } from '../jobs/requester';
import { StreamSignalsService } from '../signals/stream-signals.service';
import { JobSubmissionService } from '../submission/job-submission.service';
import { CronFireRepository } from './cron-fire.repository';
import { cronFiresQueue, cronScheduleId, type CronFireMessage } from './cron-fires.queue';
import { isLateFire, isUpToDate } from './cron-lateness';

const CONCURRENCY = 4;

/**
 * Starts jobs by the cron specs of their clusters (V1-CRON-1 to V1-CRON-7). BullMQ's job schedulers fire at the times of each
 * spec. They are rebuilt from the database at start, every minute and when the spec of a cluster changes. The row of a fire decides
 * which replica starts the job.
 */
@Injectable()
export class CronTriggersService {
  constructor(
    private readonly clusters: ClusterRepository,
    private readonly jobs: StreamJobRepository,
    private readonly fires: CronFireRepository,
    private readonly submission: JobSubmissionService,
    private readonly transactions: Transactions,
    private readonly queues: Queues,
    private readonly signals: StreamSignalsService,
    private readonly config: StreamingConfig,
    private readonly logger: ServiceLogger,
    handlers: QueueHandlers,
    periodic: PeriodicTasks,
  ) {
    handlers.handle(
      cronFiresQueue,
      ({ body, scheduledFor, sentAt }) => this.fire(body, scheduledFor ?? sentAt),
      { concurrency: CONCURRENCY },
    );
    const wakeOn = signals.changedCron;
    periodic.every(config.CRON_REBUILD_MS, 'rebuild cron schedules', () => this.scheduleAll(), { wakeOn });
  }

  private async scheduleAll(): Promise<void> {
    const now = Date.now();
    // Schedules are read before the clusters: a schedule that is added meanwhile must not count as stale.
    const known = new Map((await this.queues.schedules(cronFiresQueue)).map((one) => [one.id, one]));
    for (const { name, cronSpec } of await this.clusters.withCron()) {
      if (cronSpec === null) continue;
      const id = cronScheduleId(name);
      const schedule = known.get(id);
      const wanted = { id, pattern: cronSpec, timeZone: this.config.CRON_TIME_ZONE };
      const next = cronFiresQueue.nextTime?.(wanted.pattern, wanted.timeZone, now);
      // A spec without a next time leaves its schedule stale.
      if (next === undefined) continue;
      known.delete(id);
      if (!schedule || !isUpToDate(schedule, { ...wanted, next }, now, this.config.CRON_LATE_MS))
        await this.queues.schedule(cronFiresQueue, wanted, { cluster: name, spec: cronSpec });
    }
    for (const id of known.keys()) await this.queues.unschedule(cronFiresQueue, id);
  }

  /** @param fireAt the time of the spec, ms since the epoch */
  async fire({ cluster: name, spec }: CronFireMessage, fireAt: number): Promise<void> {
    const cluster = await this.clusters.find(name);
    if (!cluster || cluster.disabled || cluster.cronSpec !== spec) return;
    const now = Date.now();
    if (isLateFire(fireAt, now, this.config.CRON_LATE_MS))
      return this.logger.warn({ cluster: name, fireAt }, 'late cron fire dropped');
    const jobId = await this.startUnlessKept(name, fireAt, now);
    if (jobId !== undefined) this.signals.jobSubmitted(name, jobId);
  }

  /** @returns the new job; undefined when another replica claimed the fire, or `KEEP_EXISTING` keeps a running job */
  private async startUnlessKept(name: string, fireAt: number, now: number): Promise<string | undefined> {
    return this.transactions.run(async (transaction) => {
      if (!(await this.fires.take(name, fireAt, now, transaction))) return undefined;
      const cluster = await this.clusters.lock(name, transaction);
      if (!cluster || cluster.disabled) return undefined;
      const running = await this.jobs.activeOf(name, transaction);
      if (running.length > 0 && cluster.cronPolicy !== CronPolicy.KeepNew) return undefined;
      const { id: jobId } = await this.submission.submitWithin(transaction, name, { user: PLATFORM_USER });
      await this.fires.note(name, fireAt, jobId, transaction);
      return jobId;
    });
  }
}
