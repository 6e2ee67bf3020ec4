import type { ArtifactVersion, JobClusterEntity } from '../clusters/cluster.entity';
import type { NameAndValue } from '../clusters/name-and-value';
import { jobEvent } from '../jobs/job-change';
import { jobIdOf } from '../jobs/job-id';
import { JobState } from '../jobs/job-states';
import { StreamJobEntity } from '../jobs/job.entity';
import type { NewJob } from '../jobs/job.repository';
import { newStagesAndWorkers } from '../jobs/new-workers';
import { withJobMaster } from '../scheduling/job-master-stage';
import { DEFAULT_JOB_SLA, type Submission } from './submission-request';
import { resolveArtifact, resolveLabels, resolveParameters } from './submit-resolution';
import { systemLabels } from './system-labels';

const HEARTBEAT_PARAMETER = 'svc.job.worker.heartbeat.interval.secs';
const TIMEOUT_PARAMETER = 'svc.job.worker.timeout.secs';

interface JobNames {
  cluster: JobClusterEntity;
  number: number;
  uniqueType: string | null;
}

/**
 * Returns the rows of a new job: the choices of its submitter, and everything else from its cluster (V1-GEN-3).
 * @param now ms since the epoch
 * @throws 400 for a submission that cannot be resolved
 */
export function newJob(
  { cluster, number, uniqueType }: JobNames,
  submission: Submission,
  versions: readonly ArtifactVersion[],
  agentCluster: string,
  now: number,
): NewJob {
  const { url, version, schedulingInfo } = resolveArtifact(cluster.name, submission, versions, now);
  const id = jobIdOf(cluster.name, number);
  const { stages, workers } = newStagesAndWorkers(id, withJobMaster(schedulingInfo), agentCluster, now);
  const parameters = [...resolveParameters(submission.parameters, cluster.parameters)];
  const job = Object.assign(new StreamJobEntity(), {
    id,
    cluster: cluster.name,
    number,
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
    labels: resolveLabels(cluster.labels, submission.labels, systemLabels(url, version)),
    migrationConfig: submission.migrationConfig ?? cluster.migrationConfig,
    nextWorkerNumber: workers.length + 1,
    sequence: 0,
    endReason: null,
  } satisfies Record<keyof StreamJobEntity, unknown>);
  const events = [jobEvent(job, now, 'Job request received')];
  job.sequence = events.length;
  return { job, stages, workers, events };
}

/** Reads a whole number of seconds from a parameter; 0 when it is absent or invalid. */
function secondsParameter(parameters: readonly NameAndValue[], name: string): number {
  const value = Number(parameters.find((parameter) => parameter.name === name)?.value);
  return Number.isInteger(value) && value > 0 && value < 1e6 ? value : 0;
}
