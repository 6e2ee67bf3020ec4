import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Queues } from '@portolan/messaging';
import { ServiceLogger, Ticker, Transactions } from '@portolan/service';
import type { Subscription } from 'rxjs';
import type { ClusterEntity } from '../clusters/cluster.entity';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { JobNotices } from '../jobs/job-notices.service';
import { JobSubmission } from '../jobs/job-submission.service';
import { JobRepository } from '../jobs/job.repository';
import { CronPolicy } from '../sla/sla-limits';
import { PLATFORM_USER } from '../sla/sla-enforcer.service';
import { CronFireRepository } from './cron-fire.repository';
import { cronFireId, cronFiresQueue, type CronFireMessage } from './cron-fires.queue';
import { QuartzCron } from './quartz-cron';

/** How long fires are remembered; a trigger as old as that is long dropped. */
const REMEMBERED_MS = 24 * 3_600_000;

/**
 * Starts jobs by the cron specs of their clusters (streaming-control-v1, Cron rules). BullMQ wakes at the
 * next time of each spec; the row of a fire decides who starts the job.
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
      run: () => this.triggerAll(),
      onError: (error) => logger.warn({ err: error }, 'cron triggers not rebuilt, the next pass comes'),
    });
  }

  onApplicationBootstrap(): void {
    this.rebuild.start();
    this.subscription = this.notices.changedClusters.subscribe(() => this.rebuild.wake());
    this.queues.consume(cronFiresQueue, (delivery) => this.fire(delivery.body), 4);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.subscription?.unsubscribe();
    await this.rebuild.stop();
  }

  private async triggerAll(): Promise<void> {
    const now = Date.now();
    for (const cluster of await this.clusters.withCron()) await this.trigger(cluster, now);
    await this.fires.removeBefore(now - REMEMBERED_MS);
  }

  /** Puts the next fire after `after` on the queue; it may be there already. */
  private async trigger(cluster: Pick<ClusterEntity, 'name' | 'cronSpec'>, after: number): Promise<void> {
    if (cluster.cronSpec === null) return;
    const fireAt = QuartzCron.parse(cluster.cronSpec, this.config.CRON_TIME_ZONE).nextAfter(after);
    if (fireAt === undefined) return;
    await this.queues.send(
      cronFiresQueue,
      { cluster: cluster.name, spec: cluster.cronSpec, fireAt },
      { id: cronFireId(cluster.name, fireAt), delayMs: Math.max(0, fireAt - Date.now()) },
    );
  }

  private async fire({ cluster: name, spec, fireAt }: CronFireMessage): Promise<void> {
    const cluster = await this.clusters.find(name);
    if (!cluster || cluster.disabled || cluster.cronSpec !== spec) return;
    const now = Date.now();
    await this.trigger(cluster, Math.max(now, fireAt));
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
