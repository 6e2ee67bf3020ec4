import { actingUser, type Principal } from '@portolan/service';
import { readSchedulingInfo } from '../scheduling/scheduling-info';
import { refused } from '../errors/errors';
import type { SubmitRequest } from './job.dto';
import { DEFAULT_JOB_SLA, type Submission } from './job-submission.service';

/** User of jobs and commands whose request names nobody. */
const ANONYMOUS = 'anonymous';

/** Returns the user that asks; a blank name is nobody's. @throws 400 for blanks around a name; 403 in another's name */
export function userOr(user: string | undefined, caller?: Principal): string {
  const name = user?.trim();
  if (name && name !== user) throw refused('user must not begin or end with a blank');
  return actingUser(caller, user) ?? ANONYMOUS;
}

const blankToAbsent = (text: string | undefined): string | undefined => (text?.trim() ? text : undefined);

/** The submission that a request means. @throws 400; 403 in another's name */
export function toSubmission(request: SubmitRequest, caller?: Principal): Submission {
  const { jobSla } = request;
  return {
    user: userOr(request.user, caller),
    artifact: blankToAbsent(request.jobJarFileLocation),
    version: blankToAbsent(request.version),
    schedulingInfo: request.schedulingInfo ? readSchedulingInfo(request.schedulingInfo.stages) : undefined,
    parameters: request.parameters,
    labels: request.labels,
    migrationConfig: request.migrationConfig
      ? {
          strategy: request.migrationConfig.strategy,
          configString: request.migrationConfig.configString ?? '',
        }
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

/** @throws 400 when the body names another cluster than the address */
export function checkSameCluster(inBody: string, inPath: string): void {
  if (inBody === inPath) return;
  throw refused(
    `Cluster name specified in request payload [${inBody}] does not match with what specified in resource endpoint [${inPath}]`,
  );
}

/** @throws 400 when the body names another job than the address */
export function checkSameJob(inBody: string | undefined, inPath: string): void {
  if (inBody === undefined || inBody === inPath) return;
  throw refused(
    `JobId specified in request payload [${inBody}] does not match with resource uri [${inPath}]`,
  );
}
