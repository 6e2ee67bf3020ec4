import { LaunchPhase, type LaunchChange, type LaunchEnd, type LaunchFailure } from '@portolan/launches';
import { ArchiveStatus } from './archive-status';
import { JobStatus } from './job-status';
import type { StatusChange } from './status-history';
import { StatusMessage, because, detailed } from './status-message';

/** What a job becomes by what happened to its launch. */
export interface JobProgress {
  status: JobStatus;
  statusMsg: string;
  /** Of the node, as far as it told; undefined keeps what is stored. */
  hostName?: string | undefined;
  processId?: number | undefined;
  exitCode?: number | undefined;
  started?: number | undefined;
  finished?: number | undefined;
  stdOutSize?: number | undefined;
  stdErrSize?: number | undefined;
  archiveStatus?: ArchiveStatus | undefined;
}

/**
 * The states that a job was in although nobody told so on its own: the start of a short job is reported with its end.
 *
 * @param status the last one that was told
 */
export function untoldStates({ type, launch }: LaunchChange, status: JobStatus): StatusChange[] {
  const at = launch.snapshot?.startedAt;
  if (type !== 'ended' || at === undefined || status === JobStatus.Running) return [];
  return [{ status: JobStatus.Running, statusMsg: StatusMessage.Running, at }];
}

type End = Pick<JobProgress, 'status' | 'statusMsg' | 'exitCode' | 'archiveStatus'>;

/**
 * Reads a change of a launch as a job's (reference: jobs §4.1 to §4.4).
 *
 * @param killed whether a user asked for the job's end
 * @param now ms since the epoch, for the end of a job whose node can't tell
 */
export function progressOf(change: LaunchChange, killed: boolean, now: number): JobProgress {
  const { snapshot, host } = change.launch;
  const facts = {
    hostName: host ?? undefined,
    processId: snapshot?.processId,
    started: snapshot?.startedAt,
    stdOutSize: snapshot?.stdoutBytes,
    stdErrSize: snapshot?.stderrBytes,
  };
  switch (change.type) {
    case 'claimed':
      return { ...facts, status: JobStatus.Claimed, statusMsg: StatusMessage.Claimed };
    case 'progressed':
      return snapshot?.phase === LaunchPhase.Running
        ? { ...facts, status: JobStatus.Running, statusMsg: StatusMessage.Running }
        : { ...facts, status: JobStatus.Init, statusMsg: StatusMessage.Preparing };
    case 'ended':
      return {
        ...facts,
        finished: snapshot?.finishedAt ?? now,
        ...endOfJob(change.end, killed, snapshot?.setupFailed ?? false),
      };
  }
}

/**
 * Exit code 0 wins: the job had finished before anything could end it. Too much in its files is not undone by that:
 * they are looked at when it is over, too.
 */
function endOfJob(end: LaunchEnd, killed: boolean, setupFailed: boolean): End {
  switch (end.cause) {
    case 'exited':
      if (end.exitCode === 0) return succeeded();
      return killed
        ? { ...killedByUser(), exitCode: end.exitCode }
        : {
            ...failed(setupFailed ? StatusMessage.SetupFailed : StatusMessage.Failed),
            exitCode: end.exitCode,
          };
    case 'stopped':
      return end.exitCode === 0 && end.reason !== 'files'
        ? succeeded()
        : { ...stopped(end, killed), exitCode: end.exitCode };
    case 'notStarted':
      return killed ? killedByUser() : notStarted(end.failure);
    case 'lost':
      return {
        ...(killed ? killedByUser() : lost(end)),
        archiveStatus: ArchiveStatus.Unknown,
      };
    case 'withdrawn':
      return { ...killedByUser(), archiveStatus: ArchiveStatus.NoFiles };
  }
}

function lost({ place, message }: Extract<LaunchEnd, { cause: 'lost' }>): End {
  switch (place) {
    case undefined:
      return failed(StatusMessage.NodeLost);
    case 'memory':
      return { status: JobStatus.Killed, statusMsg: StatusMessage.MemoryExceeded };
    case 'other':
      return failed(because(StatusMessage.KilledBySystem, message));
  }
}

function stopped({ reason, detail }: Extract<LaunchEnd, { cause: 'stopped' }>, killed: boolean): End {
  switch (reason) {
    case 'owner':
      return killedByUser();
    case 'timeout':
      return { status: JobStatus.Killed, statusMsg: StatusMessage.Timeout };
    case 'memory':
      return { status: JobStatus.Killed, statusMsg: StatusMessage.MemoryExceeded };
    case 'files':
      return { status: JobStatus.Killed, statusMsg: StatusMessage.FilesExceeded };
    case 'node':
      return killed ? killedByUser() : failed(because(StatusMessage.KilledBySystem, detail));
    case 'leaseLost':
      return killed ? killedByUser() : failed(StatusMessage.NodeLost);
  }
}

function notStarted({ code, message }: LaunchFailure): End {
  switch (code) {
    case 'downloadFailed':
      return failed(detailed(StatusMessage.DownloadFailed, message));
    case 'directoryFailed':
      return {
        ...failed(detailed(StatusMessage.DirectoryFailed, message)),
        archiveStatus: ArchiveStatus.NoFiles,
      };
    case 'unclaimed':
      return { ...failed(StatusMessage.Unclaimed), archiveStatus: ArchiveStatus.NoFiles };
    default:
      return failed(detailed(StatusMessage.LaunchFailed, message));
  }
}

const succeeded = (): End => ({
  status: JobStatus.Succeeded,
  statusMsg: StatusMessage.Succeeded,
  exitCode: 0,
});
const failed = (statusMsg: string): End => ({ status: JobStatus.Failed, statusMsg });
const killedByUser = (): End => ({ status: JobStatus.Killed, statusMsg: StatusMessage.KilledByUser });
