import type { Principal } from '@portolan/service';
import type { MigrationConfig } from '../clusters/migration-config';
import type { NameAndValue } from '../clusters/name-and-value';
import { DurationType, type JobSla } from '../jobs/job-record.dto';
import { requesterOf } from '../jobs/requester';
import { readSchedulingInfo } from '../scheduling/read-scheduling-info';
import type { SchedulingInfo } from '../scheduling/stage-response';
import type { SubmitRequest } from './submission.dto';

/** The choices of a submitter; everything else comes from the cluster. */
export interface Submission {
  user: string;
  artifact?: string;
  version?: string;
  schedulingInfo?: SchedulingInfo;
  parameters?: readonly NameAndValue[];
  labels?: readonly NameAndValue[];
  migrationConfig?: MigrationConfig;
  sla?: JobSla;
  subscriptionTimeoutSecs?: number;
  /** Derived from an earlier job: it starts although a job with its `userProvidedType` is active. */
  again?: boolean;
}

/** The SLA of jobs without a submitter: cron fires and SLA launches. */
export const DEFAULT_JOB_SLA: JobSla = {
  runtimeLimitSecs: 0,
  minRuntimeSecs: 0,
  slaType: 'Lossy',
  durationType: DurationType.Perpetual,
  userProvidedType: '',
};

const blankToAbsent = (text: string | undefined): string | undefined => (text?.trim() ? text : undefined);

/** Maps a request to a submission. @throws 400; 403 for a user that is not the caller's */
export function toSubmission(request: SubmitRequest, caller?: Principal): Submission {
  const { jobSla, schedulingInfo, migrationConfig } = request;
  return {
    user: requesterOf(request.user, caller),
    artifact: blankToAbsent(request.jobJarFileLocation),
    version: blankToAbsent(request.version),
    schedulingInfo: schedulingInfo ? readSchedulingInfo(schedulingInfo.stages) : undefined,
    parameters: request.parameters,
    labels: request.labels,
    migrationConfig: migrationConfig
      ? { strategy: migrationConfig.strategy, configString: migrationConfig.configString ?? '' }
      : undefined,
    sla: {
      runtimeLimitSecs: jobSla.runtimeLimitSecs ?? DEFAULT_JOB_SLA.runtimeLimitSecs,
      minRuntimeSecs: jobSla.minRuntimeSecs ?? DEFAULT_JOB_SLA.minRuntimeSecs,
      slaType: 'Lossy',
      durationType: jobSla.durationType,
      userProvidedType: jobSla.userProvidedType ?? '',
    },
    subscriptionTimeoutSecs: request.subscriptionTimeoutSecs,
  };
}
