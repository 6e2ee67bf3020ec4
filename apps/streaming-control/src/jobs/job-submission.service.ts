import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@portolan/service';
import type { ClusterEntity, MigrationConfig, Parameter } from '../clusters/cluster.entity';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { ClusterDisabledError, noClusterToSubmitTo } from '../errors/errors';
import { withJobMaster } from '../scheduling/job-master-stage';
import { countStages, type SchedulingInfo } from '../scheduling/scheduling-info';
import { jobIdOf } from './job-id';
import { JobNotices } from './job-notices.service';
import { currentSchedulingInfo } from './job-record';
import { DurationType, JobEntity, type JobSla } from './job.entity';
import { JobRepository } from './job.repository';
import { JobChange } from './job-change';
import { JobState } from './job-states';
import { newStagesAndWorkers } from './new-rows';
import {
  LABEL,
  artifactName,
  resolveArtifact,
  resolveLabels,
  resolveParameters,
  type Label,
} from './submit-resolution';

/** What a submitter chose; everything else comes from the cluster. */
export interface Submission {
  user: string;
  artifact?: string | undefined;
  version?: string | undefined;
  schedulingInfo?: SchedulingInfo | undefined;
  parameters?: readonly Parameter[] | undefined;
  labels?: readonly Label[] | undefined;
  migrationConfig?: MigrationConfig | undefined;
  sla?: JobSla | undefined;
  subscriptionTimeoutSecs?: number | undefined;
  /** It is an earlier job's definition: it starts although a job of its `userProvidedType` is active. */
  again?: boolean;
}

/** The SLA of jobs that nobody described: cron fires and SLA launches. */
export const DEFAULT_JOB_SLA: JobSla = {
  runtimeLimitSecs: 0,
  minRuntimeSecs: 0,
  slaType: 'Lossy',
  durationType: DurationType.Perpetual,
  userProvidedType: '',
};

const HEARTBEAT_PARAMETER = 'svc.job.worker.heartbeat.interval.secs';
const TIMEOUT_PARAMETER = 'svc.job.worker.timeout.secs';

/** Makes jobs (reference: streams §4.2). */
@Injectable()
export class JobSubmission {
  constructor(
    private readonly clusters: ClusterRepository,
    private readonly jobs: JobRepository,
    private readonly transactions: Transactions,
    private readonly notices: JobNotices,
    private readonly config: StreamingConfig,
  ) {}

  /**
   * Submits a job. From the commit on its workers will be launched, whatever happens to this process.
   *
   * @returns the id of the new job, or of the active one that has the same non-empty `userProvidedType`
   * @throws 404 for an unknown cluster, 400 for a disabled one and for what can't be resolved
   */
  async submit(clusterName: string, submission: Submission): Promise<string> {
    const jobId = await this.transactions.run((transaction) =>
      this.submitWithin(transaction, clusterName, submission),
    );
    this.notices.jobSubmitted(clusterName, jobId);
    return jobId;
  }

  /** The same in a transaction of the caller's, who tells the replicas. Locks the cluster. */
  async submitWithin(transaction: Transaction, clusterName: string, submission: Submission): Promise<string> {
    const cluster = await this.clusters.lock(clusterName, transaction);
    if (!cluster) throw noClusterToSubmitTo(clusterName);
    if (cluster.disabled) throw new ClusterDisabledError(clusterName);
    const userType = submission.sla?.userProvidedType ?? '';
    const uniqueType = userType === '' ? null : userType;
    if (uniqueType && !submission.again) {
      const same = await this.jobs.activeWithUniqueType(clusterName, uniqueType, transaction);
      if (same) return same.id;
    }
    const job = await this.insertJob(transaction, cluster, submission, uniqueType);
    await this.clusters.save(cluster, transaction);
    return job.id;
  }

  /**
   * Submits what the newest job was made of (of the active ones if there are any) with the cluster's
   * newest artifact; without any job, the cluster's own definition (reference: streams §4.2, quickSubmit).
   * The new job has the `userProvidedType` of the old one, and starts beside it: that is how a job is replaced.
   */
  async quickSubmit(clusterName: string, user: string, labels: readonly Label[] = []): Promise<string> {
    if (!(await this.clusters.find(clusterName))) throw noClusterToSubmitTo(clusterName);
    return this.submit(clusterName, await this.lastSubmission(clusterName, user, labels));
  }

  /** {@link quickSubmit} in a transaction of the caller's, who tells the replicas. Locks the cluster. */
  async quickSubmitWithin(transaction: Transaction, clusterName: string, user: string): Promise<string> {
    const submission = await this.lastSubmission(clusterName, user, [], transaction);
    return this.submitWithin(transaction, clusterName, submission);
  }

  /** The newest job's definition as a new submission by `user`. */
  async lastSubmission(
    clusterName: string,
    user: string,
    labels: readonly Label[] = [],
    transaction?: Transaction,
  ): Promise<Submission> {
    const last =
      (await this.jobs.newestOf(clusterName, true, transaction)) ??
      (await this.jobs.newestOf(clusterName, false, transaction));
    if (!last) return { user, labels };
    const latest = (await this.clusters.versionsOf(clusterName, transaction)).at(-1);
    const info = currentSchedulingInfo(await this.jobs.stagesOf(last.id, transaction));
    const fits = latest !== undefined && countStages(info) === countStages(latest.schedulingInfo);
    return {
      user,
      schedulingInfo: fits ? info : undefined,
      parameters: last.parameters,
      // That it was launched by an SLA is about that job alone.
      labels: resolveLabels(
        last.labels.filter((label) => label.name !== LABEL.isResubmit),
        labels,
      ),
      migrationConfig: last.migrationConfig,
      sla: last.sla,
      again: true,
      subscriptionTimeoutSecs: last.subscriptionTimeoutSecs,
    };
  }

  private async insertJob(
    transaction: Transaction,
    cluster: ClusterEntity,
    submission: Submission,
    uniqueType: string | null,
  ): Promise<JobEntity> {
    const now = Date.now();
    const versions = await this.clusters.versionsOf(cluster.name, transaction);
    const { url, version, schedulingInfo } = resolveArtifact(
      cluster.name,
      {
        artifact: submission.artifact,
        version: submission.version,
        schedulingInfo: submission.schedulingInfo,
      },
      versions,
      now,
    );
    cluster.lastJobCount += 1;
    const id = jobIdOf(cluster.name, cluster.lastJobCount);
    const { stages, workers } = newStagesAndWorkers(
      id,
      withJobMaster(schedulingInfo),
      this.config.DEFAULT_AGENT_CLUSTER,
      now,
    );
    const parameters = [...resolveParameters(submission.parameters, cluster.parameters)];
    const system = [
      { name: LABEL.artifact, value: artifactName(url) },
      { name: LABEL.version, value: version },
    ];
    const job = Object.assign(new JobEntity(), {
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
    } satisfies Record<keyof JobEntity, unknown>);
    const change = new JobChange(job, transaction, now);
    change.noteJob('Job request received');
    job.sequence = change.events.length;
    await this.jobs.insert(job, stages, workers, transaction);
    await this.jobs.addEvents(id, 1, change.events, transaction);
    return job;
  }
}

/** A whole number of seconds from a parameter; 0 when absent or no number. */
function secondsParameter(parameters: readonly Parameter[], name: string): number {
  const value = Number(parameters.find((parameter) => parameter.name === name)?.value);
  return Number.isInteger(value) && value > 0 && value < 1e6 ? value : 0;
}
