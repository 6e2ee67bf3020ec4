import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics, ServiceLogger, Ticker, Transactions } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { JobCommands } from '../jobs/job-commands.service';
import { jobIdOf, parseJobId } from '../jobs/job-id';
import { JobNotices } from '../jobs/job-notices.service';
import { JobSubmission } from '../jobs/job-submission.service';
import { JobRepository } from '../jobs/job.repository';
import { LABEL } from '../jobs/submit-resolution';
import { decideSla, type SlaDecision } from './sla';

/** User of jobs that nobody submitted. */
export const PLATFORM_USER = 'portolan';
const REASON = 'SLA enforcement';

/** Keeps as many jobs of a cluster running as its SLA asks for: every few seconds, and when a job changes. */
@Injectable()
export class SlaEnforcer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;
  private readonly touched = new Set<string>();
  private readonly repairs;
  private nextFullPass = 0;
  private subscription: Subscription | undefined;

  constructor(
    private readonly clusters: ClusterRepository,
    private readonly jobs: JobRepository,
    private readonly submission: JobSubmission,
    private readonly commands: JobCommands,
    private readonly transactions: Transactions,
    private readonly notices: JobNotices,
    private readonly config: StreamingConfig,
    logger: ServiceLogger,
    metrics: Metrics,
  ) {
    this.repairs = metrics.counter(
      'stream_sla_repairs_total',
      'Jobs that this process has submitted or ended because the SLA of their cluster was violated',
      ['kind'],
    );
    this.ticker = new Ticker({
      everyMs: config.SLA_TICK_MS,
      run: () => this.pass(),
      onError: (error) => logger.warn({ err: error }, 'SLA pass failed, the next one comes'),
    });
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
    this.subscription = this.notices.jobsWithWork.subscribe((jobId) => {
      this.touched.add(parseJobId(jobId)?.cluster ?? jobId);
      this.ticker.wake();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.subscription?.unsubscribe();
    await this.ticker.stop();
  }

  private async pass(): Promise<void> {
    const now = Date.now();
    const touched = [...this.touched];
    this.touched.clear();
    let names = touched;
    if (now >= this.nextFullPass) {
      this.nextFullPass = now + this.config.SLA_TICK_MS;
      names = await this.clusters.namesForSla();
    }
    for (const name of names) await this.enforce(name);
  }

  private async enforce(name: string): Promise<void> {
    const first = await this.decide(name);
    const submitted = first.submit > 0 ? await this.submitMissing(name) : [];
    for (const jobId of submitted) this.notices.jobSubmitted(name, jobId);
    for (const number of first.kill) await this.commands.end(jobIdOf(name, number), REASON);
    this.repairs.inc({ kind: 'submitted' }, submitted.length);
    this.repairs.inc({ kind: 'ended' }, first.kill.length);
  }

  /**
   * Decides again with the cluster locked, so that of several controllers one submits. A job that takes the place
   * of one that ended is of the same user.
   *
   * @returns the new jobs
   */
  private async submitMissing(name: string): Promise<string[]> {
    const user = (await this.jobs.userOfLastEnded(name)) ?? PLATFORM_USER;
    const last = await this.submission.lastSubmission(name, user, [
      { name: LABEL.isResubmit, value: 'true' },
    ]);
    return this.transactions.run(async (transaction) => {
      const cluster = await this.clusters.lock(name, transaction);
      if (!cluster || cluster.disabled) return [];
      const jobs = await this.jobs.activeOf(name, transaction);
      const limits = { min: cluster.slaMin, max: cluster.slaMax };
      const { submit } = decideSla(jobs, limits, this.config.SLA_ACCEPTED_HEADROOM);
      const submitted: string[] = [];
      while (submitted.length < submit) {
        submitted.push(await this.submission.submitWithin(transaction, name, last));
      }
      return submitted;
    });
  }

  private async decide(name: string): Promise<SlaDecision> {
    const cluster = await this.clusters.find(name);
    if (!cluster || cluster.disabled) return { submit: 0, kill: [] };
    const limits = { min: cluster.slaMin, max: cluster.slaMax };
    if (limits.min === 0 && limits.max === 0) return { submit: 0, kill: [] };
    return decideSla(await this.jobs.activeOf(name), limits, this.config.SLA_ACCEPTED_HEADROOM);
  }
}
