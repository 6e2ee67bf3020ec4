import { Injectable } from '@nestjs/common';
import { KeyedBatches, Transactions, isOutage, type Transaction } from '@portolan/service';
import type { NameAndValue } from '../clusters/name-and-value';
import type { JobClusterEntity } from '../clusters/cluster.entity';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { ClusterDisabledError, noClusterToSubmitTo } from '../errors/refusals';
import { currentSchedulingInfo, type JobParts } from '../jobs/job-record';
import { StreamJobRepository, type NewJob } from '../jobs/job.repository';
import { StreamSignalsService } from '../signals/stream-signals.service';
import { newJob } from './new-job';
import { submissionLike } from './quick-submission';
import type { Submission } from './submission-request';

/** A submitted job, or the active one with the same non-empty `userProvidedType`. */
export interface SubmittedJob {
  id: string;
  /** The rows that were written; undefined for a job that was active already. */
  parts: JobParts | undefined;
}

/** Creates jobs (docs/contract/streams.md#submission). */
@Injectable()
export class JobSubmissionService {
  /** Submissions to one cluster lock its row: those that wait for it share one transaction. */
  private readonly waiting = new KeyedBatches<string, Submission, SubmittedJob>((clusterName) => ({
    work: (submissions) =>
      this.transactions.run((transaction) => this.submitAll(transaction, clusterName, submissions)),
    isolate: (error) => !isOutage(error),
  }));

  constructor(
    private readonly clusters: ClusterRepository,
    private readonly jobs: StreamJobRepository,
    private readonly transactions: Transactions,
    private readonly signals: StreamSignalsService,
    private readonly config: StreamingConfig,
  ) {}

  /**
   * Submits a job; from the commit on its workers are launched even if this process dies.
   * @throws 404 for an unknown cluster, 400 for a disabled one and for a submission that cannot be resolved
   */
  async submit(clusterName: string, submission: Submission): Promise<SubmittedJob> {
    const job = await this.waiting.add(clusterName, submission);
    this.signals.jobSubmitted(clusterName, job.id);
    return job;
  }

  /** Submits a job in the transaction of the caller, who must signal the replicas after the commit. Locks the cluster. */
  async submitWithin(
    transaction: Transaction,
    clusterName: string,
    submission: Submission,
  ): Promise<SubmittedJob> {
    const [job] = await this.submitAll(transaction, clusterName, [submission]);
    return job!;
  }

  private async submitAll(
    transaction: Transaction,
    clusterName: string,
    submissions: readonly Submission[],
  ): Promise<SubmittedJob[]> {
    const cluster = await this.clusters.lock(clusterName, transaction);
    if (!cluster) throw noClusterToSubmitTo(clusterName);
    if (cluster.disabled) throw new ClusterDisabledError(clusterName);
    const versions = await this.clusters.versionsOf(clusterName, transaction);
    const created: NewJob[] = [];
    const submitted: SubmittedJob[] = [];
    for (const submission of submissions) {
      const uniqueType = uniqueTypeOf(submission);
      const same = submission.again
        ? undefined
        : await this.activeLike(cluster, uniqueType, created, transaction);
      if (same) {
        submitted.push({ id: same.id, parts: undefined });
        continue;
      }
      cluster.lastJobCount += 1;
      const names = { cluster, number: cluster.lastJobCount, uniqueType };
      const rows = newJob(names, submission, versions, this.config.DEFAULT_AGENT_CLUSTER, Date.now());
      const { job, stages, workers } = rows;
      created.push(rows);
      submitted.push({ id: job.id, parts: { job, stages, numStages: stages.length, workers } });
    }
    await this.jobs.insert(created, transaction);
    await this.clusters.countJobs(cluster, transaction);
    return submitted;
  }

  /**
   * Submits the definition of the newest job, preferably an active one, with the cluster's newest artifact; without
   * any job the cluster's own definition (V1-JOB-7). The new job has the `userProvidedType` of the old one and starts
   * beside it, which is the way to replace a job.
   */
  async quickSubmit(clusterName: string, user: string): Promise<SubmittedJob> {
    if (!(await this.clusters.find(clusterName))) throw noClusterToSubmitTo(clusterName);
    return this.submit(clusterName, await this.lastSubmission(clusterName, user));
  }

  /** {@link quickSubmit} in a transaction of the caller, who signals the replicas. Locks the cluster. */
  async quickSubmitWithin(
    transaction: Transaction,
    clusterName: string,
    user: string,
  ): Promise<SubmittedJob> {
    const submission = await this.lastSubmission(clusterName, user, [], transaction);
    return this.submitWithin(transaction, clusterName, submission);
  }

  /** Returns the newest job's definition as a submission by `user`. */
  async lastSubmission(
    clusterName: string,
    user: string,
    labels: readonly NameAndValue[] = [],
    transaction?: Transaction,
  ): Promise<Submission> {
    const last =
      (await this.jobs.newestOf(clusterName, true, transaction)) ??
      (await this.jobs.newestOf(clusterName, false, transaction));
    if (!last) return { user, labels };
    const latest = (await this.clusters.versionsOf(clusterName, transaction)).at(-1);
    const schedulingInfo = currentSchedulingInfo(await this.jobs.stagesOf(last.id, transaction));
    return submissionLike({ ...last, schedulingInfo }, latest, user, labels);
  }

  /** Returns the newest active job with a `userProvidedType`, among those that are being created, too. */
  private async activeLike(
    cluster: JobClusterEntity,
    uniqueType: string | null,
    created: readonly NewJob[],
    transaction: Transaction,
  ): Promise<{ id: string } | null | undefined> {
    if (uniqueType === null) return undefined;
    const now = created.findLast(({ job }) => job.uniqueType === uniqueType);
    return now?.job ?? this.jobs.activeWithUniqueType(cluster.name, uniqueType, transaction);
  }
}

/** Returns the `userProvidedType`; null without one. */
const uniqueTypeOf = ({ sla }: Submission): string | null =>
  sla?.userProvidedType === undefined || sla.userProvidedType === '' ? null : sla.userProvidedType;
