import { Injectable } from '@nestjs/common';
import { KeyedBatches, Transactions, isOutage, type Transaction } from '@portolan/service';
import type { NameAndValue } from '../clusters/name-and-value';
import type { JobClusterEntity, JobClusterVersionEntity } from '../clusters/cluster.entity';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { ClusterDisabledError, noClusterToSubmitTo } from '../errors/refusals';
import { jobEvent } from '../jobs/job-change';
import { jobIdOf } from '../jobs/job-id';
import { currentSchedulingInfo, type JobParts } from '../jobs/job-record';
import { JobState } from '../jobs/job-states';
import { StreamJobEntity } from '../jobs/job.entity';
import { StreamJobRepository, type NewJob } from '../jobs/job.repository';
import { newStagesAndWorkers } from '../jobs/new-workers';
import { withJobMaster } from '../scheduling/job-master-stage';
import { countStages } from '../scheduling/scheduling-info';
import { StreamSignalsService } from '../signals/stream-signals.service';
import { DEFAULT_JOB_SLA, type Submission } from './submission-request';
import { LABEL, artifactName, resolveArtifact, resolveLabels, resolveParameters } from './submit-resolution';

const HEARTBEAT_PARAMETER = 'svc.job.worker.heartbeat.interval.secs';
const TIMEOUT_PARAMETER = 'svc.job.worker.timeout.secs';

/** A submitted job, or the active one with the same non-empty `userProvidedType`. */
export interface SubmittedJob {
  id: string;
  /** As it was written; undefined for the one that was active. */
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

  /** Submits a job in a transaction of the caller, who signals the replicas. Locks the cluster. */
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
      const rows = this.newJob(cluster, versions, submission, uniqueType);
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
    const info = currentSchedulingInfo(await this.jobs.stagesOf(last.id, transaction));
    // The label of an SLA launch concerns that job only.
    const ownLabels = last.labels.filter(({ name }) => name !== LABEL.isResubmit);
    const fits = latest !== undefined && countStages(info) === countStages(latest.schedulingInfo);
    return {
      user,
      schedulingInfo: fits ? info : undefined,
      parameters: last.parameters,
      labels: resolveLabels(ownLabels, labels),
      migrationConfig: last.migrationConfig,
      sla: last.sla,
      again: true,
      subscriptionTimeoutSecs: last.subscriptionTimeoutSecs,
    };
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

  private newJob(
    cluster: JobClusterEntity,
    versions: readonly JobClusterVersionEntity[],
    submission: Submission,
    uniqueType: string | null,
  ): NewJob {
    const now = Date.now();
    const { url, version, schedulingInfo } = resolveArtifact(cluster.name, submission, versions, now);
    cluster.lastJobCount += 1;
    const id = jobIdOf(cluster.name, cluster.lastJobCount);
    const info = withJobMaster(schedulingInfo);
    const { stages, workers } = newStagesAndWorkers(id, info, this.config.DEFAULT_AGENT_CLUSTER, now);
    const parameters = [...resolveParameters(submission.parameters, cluster.parameters)];
    const artifactLabel = { name: LABEL.artifact, value: artifactName(url) };
    const system = [artifactLabel, { name: LABEL.version, value: version }];
    const job = Object.assign(new StreamJobEntity(), {
      id,
      cluster: cluster.name,
      number: cluster.lastJobCount,
      user: submission.user,
      state: JobState.Accepted,
      submittedAt: now,
      startedAt: 0,
      terminatedAt: null,
      version,
      jarUrl: url,
      jarOwner: submission.artifact === undefined ? cluster.user : submission.user,
      sla: submission.sla ?? DEFAULT_JOB_SLA,
      uniqueType,
      subscriptionTimeoutSecs: submission.subscriptionTimeoutSecs ?? 0,
      heartbeatIntervalSecs: secondsParameter(parameters, HEARTBEAT_PARAMETER),
      workerTimeoutSecs: secondsParameter(parameters, TIMEOUT_PARAMETER),
      parameters,
      labels: resolveLabels(cluster.labels, submission.labels, system),
      migrationConfig: submission.migrationConfig ?? cluster.migrationConfig,
      nextWorkerNumber: workers.length + 1,
      sequence: 0,
      endReason: null,
    } satisfies Record<keyof StreamJobEntity, unknown>);
    const events = [jobEvent(job, now, 'Job request received')];
    job.sequence = events.length;
    return { job, stages, workers, events };
  }
}

/** Returns the `userProvidedType`; null without one. */
const uniqueTypeOf = ({ sla }: Submission): string | null =>
  sla?.userProvidedType === undefined || sla.userProvidedType === '' ? null : sla.userProvidedType;

/** Reads a whole number of seconds from a parameter; 0 when it is absent or invalid. */
function secondsParameter(parameters: readonly NameAndValue[], name: string): number {
  const value = Number(parameters.find((parameter) => parameter.name === name)?.value);
  return Number.isInteger(value) && value > 0 && value < 1e6 ? value : 0;
}
