import {
  LaunchPhase,
  type ArchiveOutcome,
  type LaunchChange,
  type LaunchEnd,
  type LaunchFailure,
} from '@portolan/launches';
import { exitMessage } from '../jobs/exit-message';
import {
  ArchiveStatus,
  JobStatus,
  StatusMessage,
  because,
  detailed,
  type StatusChange,
} from '../jobs/job-status';

/** The state of a job's archive by what a node reports about it. */
export const ARCHIVE_STATUS_OF: Readonly<Record<ArchiveOutcome, ArchiveStatus>> = {
  archived: ArchiveStatus.Archived,
  failed: ArchiveStatus.Failed,
  noFiles: ArchiveStatus.NoFiles,
};

/** The change of a job that follows from a change of its launch. */
export interface JobProgress {
  status: JobStatus;
  statusMsg: string;
  /** Value that the node reported; undefined keeps the stored one. */
  hostName?: string | undefined;
  nodeId?: string | undefined;
  processId?: number | undefined;
  exitCode?: number | undefined;
  started?: number | undefined;
  finished?: number | undefined;
  stdOutSize?: number | undefined;
  stdErrSize?: number | undefined;
  archiveStatus?: ArchiveStatus | undefined;
}

/**
 * Returns the states that a job passed without a report of their own: the start of a short job is reported with its end.
 *
 * @param status the last reported one
 */
export function untoldStates({ type, launch }: LaunchChange, status: JobStatus): StatusChange[] {
  const at = launch.snapshot?.startedAt;
  if (type !== 'ended' || at === undefined || status === JobStatus.Running) return [];
  return [{ status: JobStatus.Running, statusMsg: StatusMessage.Running, at }];
}

type End = Pick<JobProgress, 'status' | 'statusMsg' | 'exitCode' | 'archiveStatus'>;

/**
 * Translates a change of a launch into a change of its job (docs/contract/jobs.md, Transitions and Status messages).
 *
 * @param killed whether a user requested the job's end
 * @param now ms since the epoch, the end of a job whose node cannot report one
 */
export function progressOf(change: LaunchChange, killed: boolean, now: number): JobProgress {
  const { snapshot, host, nodeId } = change.launch;
  const facts = {
    hostName: host ?? undefined,
    nodeId: nodeId ?? undefined,
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
 * Exit code 0 wins: the job finished before anything could end it. Only files over their limits outweigh it:
 * they are also checked at the end (V3-RUN-17).
 */
function endOfJob(end: LaunchEnd, killed: boolean, setupFailed: boolean): End {
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
