import {
  LaunchOutcome,
  LaunchPhase,
  StopReason,
  type ArchiveOutcome,
  type LaunchFailure,
  type LaunchOffer,
  type LaunchSnapshot,
} from '@portolan/launches';
import type { ProcessIdentity } from '../process/process-table';
import type { WrapperFiles } from '../process/wrapper-files';

/** Progress of a launch on its node; only moves down this list. */
export const LaunchStage = {
  /** The claim is being sent or is unanswered. */
  Claiming: 'claiming',
  /** The owner granted the launch: it is being prepared or runs. */
  Held: 'held',
  /** Ended; kept until its owner has stored the end. */
  Ended: 'ended',
} as const;
export type LaunchStage = (typeof LaunchStage)[keyof typeof LaunchStage];

export type NodeEnd = Pick<
  LaunchSnapshot,
  | 'outcome'
  | 'exitCode'
  | 'stopReason'
  | 'stopDetail'
  | 'failure'
  | 'finishedAt'
  | 'stdoutBytes'
  | 'stderrBytes'
  | 'setupFailed'
  | 'lastLine'
>;

/** The request to end a launch. */
export interface LaunchStop {
  reason: StopReason;
  killGraceMs: number;
  /** The reason in more detail, for people. */
  detail?: string;
}

/** The journal's record of one launch. Times in ms since the epoch. */
export interface LaunchRecord {
  readonly offer: LaunchOffer;
  /** Generated before the claim, constant while this node has the launch. */
  readonly token: string;
  readonly ports: Record<string, number>;
  stage: LaunchStage;
  /** Sequence of the latest snapshot; 0 before the first. Written before the snapshot is sent. */
  sequence: number;
  process?: ProcessIdentity & { childPid: number; startedAt: number };
  stop?: LaunchStop;
  end?: NodeEnd;
  /** Not masked: the output may contain secrets, so it is not archived, and files are masked on their way out. */
  uncovered?: boolean;
  /** Outcome of the archive; set after the end, if the offer asks for an archive. */
  archive?: ArchiveOutcome;
}

/** Returns the record as a snapshot for its owner, with the node's own part of every report. */
export function snapshotOf(
  record: LaunchRecord,
  { nodeId, launcher }: Pick<LaunchSnapshot, 'nodeId' | 'launcher'>,
): LaunchSnapshot {
  const running = record.process ? LaunchPhase.Running : LaunchPhase.Preparing;
  return {
    launchId: record.offer.launchId,
    nodeId,
    launcher,
    token: record.token,
    sequence: record.sequence,
    phase: record.end ? LaunchPhase.Ended : running,
    ports: record.ports,
    ...(record.process && { processId: record.process.childPid, startedAt: record.process.startedAt }),
    ...record.end,
    ...(record.archive && { archive: record.archive }),
  };
}

/** Exit code of a process whose end was not observed: as if killed by signal 9. */
export const UNSEEN_EXIT_CODE = 137;

/** Returns the end of a launch whose process had started. @param exit undefined when the wrapper was killed first */
export function endOfProcess({ exit, leaseLost }: WrapperFiles, stop: LaunchStop | undefined): NodeEnd {
  const { code: exitCode, finishedAt } = exit ?? { code: UNSEEN_EXIT_CODE, finishedAt: Date.now() };
  const stopReason = stop?.reason ?? (leaseLost ? StopReason.LeaseLost : undefined);
  return stopReason === undefined
    ? { outcome: LaunchOutcome.Exited, exitCode, finishedAt }
    : { outcome: LaunchOutcome.Stopped, stopReason, ...detailOf(stop), exitCode, finishedAt };
}

export const endBeforeStart = (stop: LaunchStop): NodeEnd => ({
  outcome: LaunchOutcome.Stopped,
  stopReason: stop.reason,
  ...detailOf(stop),
});

const DETAIL_LENGTH = 1024;
const detailOf = (stop: LaunchStop | undefined): Pick<NodeEnd, 'stopDetail'> =>
  stop?.detail ? { stopDetail: stop.detail.slice(0, DETAIL_LENGTH) } : {};

/** Returns the end of a launch that could not be started. */
export const endNotStarted = (failure: LaunchFailure): NodeEnd => ({
  outcome: LaunchOutcome.NotStarted,
  failure,
});
