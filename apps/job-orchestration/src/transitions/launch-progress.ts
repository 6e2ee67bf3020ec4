import { LaunchPhase, type ArchiveOutcome, type LaunchChange } from '@portolan/launches';
import { ArchiveStatus } from '../jobs/archive-status';
import { JobStatus, type StatusChange } from '../jobs/job-status';
import { StatusMessage } from '../jobs/status-message';
import { statusAfterLaunchEnd } from './status-after-launch-end';

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
 * Returns the states to add when a node reports the start and the end of a job together.
 *
 * @param status the last reported one
 */
export function unreportedStates({ type, launch }: LaunchChange, status: JobStatus): StatusChange[] {
  const at = launch.snapshot?.startedAt;
  if (type !== 'ended' || at === undefined || status === JobStatus.Running) return [];
  return [{ status: JobStatus.Running, statusMsg: StatusMessage.Running, at }];
}

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
        ...statusAfterLaunchEnd(change.end, killed, snapshot?.setupFailed ?? false),
      };
  }
}
