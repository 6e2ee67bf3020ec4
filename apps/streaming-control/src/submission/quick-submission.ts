import type { ArtifactVersion } from '../clusters/cluster.entity';
import type { NameAndValue } from '../clusters/name-and-value';
import type { StreamJobEntity } from '../jobs/job.entity';
import { countStages } from '../scheduling/read-scheduling-info';
import type { SchedulingInfo } from '../scheduling/stage-response';
import type { Submission } from './submission-request';
import { resolveLabels } from './submit-resolution';
import { RESUBMITTED } from './system-labels';

/**
 * Returns the definition of a job as a submission by `user` (V1-JOB-7). Its stages are left out unless they fit the cluster's
 * newest version.
 * @param labels in addition; they take precedence
 */
export function submissionLike(
  last: StreamJobEntity & { schedulingInfo: SchedulingInfo },
  latest: ArtifactVersion | undefined,
  user: string,
  labels: readonly NameAndValue[],
): Submission {
  const { schedulingInfo: info, parameters, migrationConfig, sla, subscriptionTimeoutSecs } = last;
  // The label of an SLA launch concerns that job only.
  const ownLabels = last.labels.filter(({ name }) => name !== RESUBMITTED.name);
  const fits = latest !== undefined && countStages(info) === countStages(latest.schedulingInfo);
  return {
    user,
    schedulingInfo: fits ? info : undefined,
    parameters,
    labels: resolveLabels(ownLabels, labels),
    migrationConfig,
    sla,
    again: true,
    subscriptionTimeoutSecs,
  };
}
