import type { LaunchEnd, LaunchFailure } from '@portolan/launches';
import { exitMessage } from '../jobs/exit-message';
import { ArchiveStatus } from '../jobs/archive-status';
import { JobStatus } from '../jobs/job-status';
import { StatusMessage, because, detailed } from '../jobs/status-message';

interface End {
  status: JobStatus;
  statusMsg: string;
  exitCode?: number | undefined;
  archiveStatus?: ArchiveStatus | undefined;
}

/**
 * Returns the final status of a job by the end of its launch, and its message (docs/contract/jobs.md, Status messages). Exit code 0
 * wins: the job finished before anything could end it. Exception: files over their limits kill the job even then; they are also
 * checked at the end (V3-RUN-17).
 *
 * @param killed whether a user requested the job's end
 */
export function statusAfterLaunchEnd(end: LaunchEnd, killed: boolean, setupFailed: boolean): End {
  switch (end.cause) {
    case 'exited':
      if (end.exitCode === 0) return SUCCEEDED;
      return {
        ...(killed
          ? killedByUser()
          : failed(setupFailed ? StatusMessage.SetupFailed : exitMessage(end.exitCode))),
        exitCode: end.exitCode,
      };
    case 'stopped':
      return end.exitCode === 0 && end.reason !== 'files'
        ? SUCCEEDED
        : { ...stopped(end, killed), exitCode: end.exitCode };
    case 'notStarted':
      return killed ? killedByUser() : notStarted(end.failure);
    case 'lost':
      return { ...(killed ? killedByUser() : lost(end)), archiveStatus: ArchiveStatus.Unknown };
    case 'withdrawn':
      return { ...killedByUser(), archiveStatus: ArchiveStatus.NoFiles };
  }
}

function lost({ place, message }: Extract<LaunchEnd, { cause: 'lost' }>): End {
  switch (place) {
    case undefined:
      return failed(StatusMessage.NodeLost);
    case 'memory':
      return killedFor(StatusMessage.MemoryExceeded);
    case 'other':
      return failed(because(StatusMessage.KilledBySystem, message));
  }
}

function stopped({ reason, detail }: Extract<LaunchEnd, { cause: 'stopped' }>, killed: boolean): End {
  switch (reason) {
    case 'owner':
      return killedByUser();
    case 'timeout':
      return killedFor(StatusMessage.Timeout);
    case 'memory':
      return killedFor(StatusMessage.MemoryExceeded);
    case 'files':
      return killedFor(StatusMessage.FilesExceeded);
    case 'node':
      return killed ? killedByUser() : failed(because(StatusMessage.KilledBySystem, detail));
    case 'leaseLost':
      return killed ? killedByUser() : failed(StatusMessage.NodeLost);
  }
}

function notStarted({ code, message }: LaunchFailure): End {
  const archiveStatus = ArchiveStatus.NoFiles;
  switch (code) {
    case 'downloadFailed':
      return failed(detailed(StatusMessage.DownloadFailed, message));
    case 'directoryFailed':
      return { ...failed(detailed(StatusMessage.DirectoryFailed, message)), archiveStatus };
    case 'unclaimed':
      return { ...failed(StatusMessage.Unclaimed), archiveStatus };
    default:
      return failed(detailed(StatusMessage.LaunchFailed, message));
  }
}

const SUCCEEDED: End = { status: JobStatus.Succeeded, statusMsg: StatusMessage.Succeeded, exitCode: 0 };
const failed = (statusMsg: string): End => ({ status: JobStatus.Failed, statusMsg });
const killedFor = (statusMsg: string): End => ({ status: JobStatus.Killed, statusMsg });
const killedByUser = (): End => killedFor(StatusMessage.KilledByUser);
