import { Injectable } from '@nestjs/common';
import { Metrics, PeriodicTasks, Transactions } from '@portolan/service';
import { tap } from 'rxjs';
import { slaOf } from '../clusters/cluster.entity';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { jobIdOf, parseJobId } from '../jobs/job-id';
import { StreamJobRepository } from '../jobs/job.repository';
import { PLATFORM_USER } from '../jobs/requester';
import { JobCommandsService } from '../lifecycle/job-commands.service';
import { StreamSignalsService } from '../signals/stream-signals.service';
import { JobSubmissionService } from '../submission/job-submission.service';
import { RESUBMITTED } from '../submission/system-labels';
import { decideSla, type SlaDecision } from './sla-decision';

const REASON = 'SLA enforcement';

/** Keeps the number of running jobs of each cluster within its SLA, at intervals and when a job changes (V1-CLUSTER-22). */
@Injectable()
export class SlaEnforcerService {
  private readonly touched = new Set<string>();
  private readonly repairs;
  private nextFullPass = 0;

  constructor(
    private readonly clusters: ClusterRepository,
    private readonly jobs: StreamJobRepository,
    private readonly submission: JobSubmissionService,
    private readonly commands: JobCommandsService,
    private readonly transactions: Transactions,
    private readonly signals: StreamSignalsService,
    private readonly config: StreamingConfig,
    metrics: Metrics,
    periodic: PeriodicTasks,
  ) {
    this.repairs = metrics.counter(
      'stream_sla_repairs_total',
      'Jobs that this process has submitted or ended because the SLA of their cluster was violated',
      ['kind'],
    );
    const clusterOf = (jobId: string): string => parseJobId(jobId)?.cluster ?? jobId;
    const wakeOn = signals.jobsWithWork.pipe(tap((jobId) => this.touched.add(clusterOf(jobId))));
    periodic.every(config.SLA_TICK_MS, 'enforce SLAs', () => this.pass(), { wakeOn });
  }

  private async pass(): Promise<void> {
    const now = Date.now();
    let names = [...this.touched];
    this.touched.clear();
    if (now >= this.nextFullPass) {
      this.nextFullPass = now + this.config.SLA_TICK_MS;
      names = await this.clusters.namesForSla();
    }
    for (const name of names) await this.enforce(name);
  }

  private async enforce(name: string): Promise<void> {
    const first = await this.decide(name);
    const submitted = first.submit > 0 ? await this.submitMissing(name) : [];
    for (const jobId of submitted) this.signals.jobSubmitted(name, jobId);
    for (const number of first.kill) await this.commands.end(jobIdOf(name, number), REASON);
    this.repairs.inc({ kind: 'submitted' }, submitted.length);
    this.repairs.inc({ kind: 'ended' }, first.kill.length);
  }

  /**
   * Submits missing jobs and returns their ids. Decides again with the cluster locked, so that only one of several controllers
   * submits. New jobs have the user of the job that ended last (V1-LIFE-15).
   */
  private async submitMissing(name: string): Promise<string[]> {
    const user = (await this.jobs.userOfLastEnded(name)) ?? PLATFORM_USER;
    const last = await this.submission.lastSubmission(name, user, [RESUBMITTED]);
    return this.transactions.run(async (transaction) => {
      const cluster = await this.clusters.lock(name, transaction);
      if (!cluster || cluster.disabled) return [];
      const jobs = await this.jobs.activeOf(name, transaction);
      const { submit } = decideSla(jobs, slaOf(cluster), this.config.SLA_ACCEPTED_HEADROOM);
      const submitted: string[] = [];
      while (submitted.length < submit) {
        submitted.push((await this.submission.submitWithin(transaction, name, last)).id);
      }
      return submitted;
    });
  }

  private async decide(name: string): Promise<SlaDecision> {
    const cluster = await this.clusters.find(name);
    const hasSla = cluster && !cluster.disabled && (cluster.slaMin !== 0 || cluster.slaMax !== 0);
    if (!hasSla) return { submit: 0, kill: [] };
    return decideSla(await this.jobs.activeOf(name), slaOf(cluster), this.config.SLA_ACCEPTED_HEADROOM);
  }
}
