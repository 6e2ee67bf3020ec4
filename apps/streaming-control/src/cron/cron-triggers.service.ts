import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Queues, type KnownSchedule } from '@portolan/messaging';
import { ServiceLogger, Ticker, Transactions } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { JobNotices } from '../jobs/job-notices.service';
import { JobSubmission } from '../jobs/job-submission.service';
import { JobRepository } from '../jobs/job.repository';
import { CronPolicy } from '../sla/sla-limits';
import { PLATFORM_USER } from '../sla/sla-enforcer.service';
import { CronFireRepository } from './cron-fire.repository';
import { cronFiresQueue, cronScheduleId, type CronFireMessage } from './cron-fires.queue';

/** How long fires are remembered; a trigger as old as that is long dropped. */
const REMEMBERED_MS = 24 * 3_600_000;

/**
 * Starts jobs by the cron specs of their clusters (streaming-control-v1, Cron rules). BullMQ's job schedulers wake at the
 * times of each spec, and are made again from the database at start, each minute and when a cluster changes; the row of a
 * fire decides who starts the job.
 */
@Injectable()
export class CronTriggers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rebuild: Ticker;
  private subscription: Subscription | undefined;

  constructor(
    private readonly clusters: ClusterRepository,
    private readonly jobs: JobRepository,
    private readonly fires: CronFireRepository,
    private readonly submission: JobSubmission,
    private readonly transactions: Transactions,
    private readonly queues: Queues,
    private readonly notices: JobNotices,
    private readonly config: StreamingConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.rebuild = new Ticker({
      everyMs: config.CRON_REBUILD_MS,
      run: () => this.scheduleAll(),
      onError: (error) => logger.warn({ err: error }, 'cron schedules not rebuilt, the next pass comes'),
    });
  }

  onApplicationBootstrap(): void {
    this.rebuild.start();
    this.subscription = this.notices.changedClusters.subscribe(() => this.rebuild.wake());
    this.queues.consume(
      cronFiresQueue,
      ({ body, scheduledFor, sentAt }) => this.fire(body, scheduledFor ?? sentAt),
      4,
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.subscription?.unsubscribe();
    await this.rebuild.stop();
  }

  private async scheduleAll(): Promise<void> {
    const now = Date.now();
    // Read before the clusters, so that what was scheduled meanwhile is not taken for left over.
    const known = new Map((await this.queues.schedules(cronFiresQueue)).map((one) => [one.id, one]));
    for (const { name, cronSpec } of await this.clusters.withCron()) {
      const id = cronScheduleId(name);
      const schedule = known.get(id);
      if (cronSpec === null) continue;
      const wanted = { id, pattern: cronSpec, timeZone: this.config.CRON_TIME_ZONE };
      const next = cronFiresQueue.nextTime?.(wanted.pattern, wanted.timeZone, now);
      // Without a next time it is left over.
      if (next === undefined) continue;
      known.delete(id);
      if (!schedule || !this.isRight(schedule, { ...wanted, next }, now))
        await this.queues.schedule(cronFiresQueue, wanted, { cluster: name, spec: cronSpec });
    }
    for (const id of known.keys()) await this.queues.unschedule(cronFiresQueue, id);
    await this.fires.removeBefore(now - REMEMBERED_MS);
  }

  /** A fire that is due now waits for its consumer; one that is overdue is lost, and its schedule with it. */
  private isRight(known: KnownSchedule, wanted: KnownSchedule & { next: number }, now: number): boolean {
    const { pattern, timeZone, next = 0 } = known;
    if (pattern !== wanted.pattern || timeZone !== wanted.timeZone) return false;
    return next === wanted.next || (next <= now && next >= now - this.config.CRON_LATE_MS);
  }

  /** @param fireAt when the spec meant it, ms since the epoch */
  async fire({ cluster: name, spec }: CronFireMessage, fireAt: number): Promise<void> {
    const cluster = await this.clusters.find(name);
    if (!cluster || cluster.disabled || cluster.cronSpec !== spec) return;
    const now = Date.now();
    if (now - fireAt > this.config.CRON_LATE_MS) {
      this.logger.warn({ cluster: name, fireAt }, 'a cron fire came too late and is dropped');
      return;
    }
    const jobId = await this.start(name, fireAt, now);
    if (jobId !== undefined) this.notices.jobSubmitted(name, jobId);
  }

  /** @returns the new job; undefined when another replica has the fire, or a running job is kept */
  private async start(name: string, fireAt: number, now: number): Promise<string | undefined> {
    return this.transactions.run(async (transaction) => {
      if (!(await this.fires.take(name, fireAt, now, transaction))) return undefined;
      const cluster = await this.clusters.lock(name, transaction);
      if (!cluster || cluster.disabled) return undefined;
      const running = await this.jobs.activeOf(name, transaction);
      if (running.length > 0 && cluster.cronPolicy !== CronPolicy.KeepNew) return undefined;
      const jobId = await this.submission.submitWithin(transaction, name, { user: PLATFORM_USER });
      await this.fires.note(name, fireAt, jobId, transaction);
      return jobId;
    });
  }
}
