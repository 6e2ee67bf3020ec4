import { LaunchState, type LaunchEntity } from '@portolan/launches';
import type { Compatibility } from '../compatibility/genie';
import { statusMsgIn } from '../jobs/exit-message';
import { ArchiveStatus } from '../jobs/archive-status';
import { JobStatus } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';
import { iso } from '../registry/iso-time';
import { ARCHIVE_STATUS_OF, progressOf } from '../transitions/launch-progress';
import type { JobAttemptResponse } from './job-attempts.dto';
import { attemptOf } from './next-attempt';

/** The files of one attempt: like those of a job. */
export type AttemptFiles = Pick<JobEntity, 'id' | 'archiveStatus' | 'archiveLocation' | 'launchId'>;

export function showAttempt(
  launch: LaunchEntity,
  job: JobEntity,
  compatibility: Compatibility,
): JobAttemptResponse {
  const { snapshot, end, nodeId, host } = launch;
  const isOver = launch.state === LaunchState.Ended && end !== null;
  return {
    attempt: attemptOf(launch.offer.environment),
    nodeId,
    hostName: host,
    started: iso(snapshot?.startedAt ?? null),
    finished: isOver ? iso(snapshot?.finishedAt ?? launch.endedAt) : null,
    exitCode: isOver && 'exitCode' in end ? (end.exitCode ?? null) : null,
    reason: isOver ? reasonOf(launch, job, compatibility) : null,
  };
}

/** Returns why an attempt failed; null for a success. */
function reasonOf(launch: LaunchEntity, job: JobEntity, compatibility: Compatibility): string | null {
  if (!launch.end) return null;
  // A kill between two attempts does not change why the previous attempt failed.
  const killed = job.killRequestedAt !== null && launch.stopRequestedAt !== null;
  const { status, statusMsg } = progressOf({ type: 'ended', launch, end: launch.end }, killed, 0);
  return status === JobStatus.Succeeded ? null : statusMsgIn('4.3', compatibility, statusMsg);
}

/** Returns the place of the files of an earlier attempt. The row of the job describes the latest attempt only. */
export function attemptFiles({ id: launchId, subject, offer, snapshot, end }: LaunchEntity): AttemptFiles {
  const archiveLocation = offer.archive?.location ?? null;
  const pending = end?.cause === 'lost' ? ArchiveStatus.Unknown : ArchiveStatus.Pending;
  const reported = snapshot?.archive == null ? pending : ARCHIVE_STATUS_OF[snapshot.archive];
  const archiveStatus = archiveLocation === null ? ArchiveStatus.Disabled : reported;
  return { id: subject, archiveStatus, archiveLocation, launchId };
}
