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

/** How far a node is with a launch. Only ever moves down this list. */
export const LaunchStage = {
  /** The owner was asked, or is about to be, and has not answered. */
  Claiming: 'claiming',
  /** It is ours: its directory is being made, or its process starts or runs. */
  Held: 'held',
  /** Over; kept until its owner has stored that. */
  Ended: 'ended',
} as const;
export type LaunchStage = (typeof LaunchStage)[keyof typeof LaunchStage];

/** How a launch ended on this node. */
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
>;

/** What the journal keeps of one launch. Times in ms since the epoch. */
export interface LaunchRecord {
  readonly offer: LaunchOffer;
  /** Made before the owner is asked, the same for as long as this node has the launch. */
  readonly token: string;
  readonly ports: Record<string, number>;
  stage: LaunchStage;
  /** Of the latest snapshot; 0 before the first. Written before the snapshot is sent. */
  sequence: number;
  process?: ProcessIdentity & { childPid: number; startedAt: number };
  stop?: { reason: StopReason; killGraceMs: number; detail?: string };
  end?: NodeEnd;
  /** What became of the archive; only after the end, and when the offer asks for one. */
  archive?: ArchiveOutcome;
}

/** What a node says of itself in every report. */
export interface Reporter {
  readonly nodeId: string;
  /** See `LaunchSnapshot.launcher`. */
  readonly launcher: Record<string, string>;
}

/** The record as its owner gets it. */
export function snapshotOf(record: LaunchRecord, { nodeId, launcher }: Reporter): LaunchSnapshot {
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

/** What is known when a process is over. */
export interface EndFacts {
  /** As the wrapper recorded it; undefined when the wrapper was killed before it could. */
  exit: { code: number; finishedAt: number } | undefined;
  stop: LaunchRecord['stop'];
  /** The wrapper ended a worker because the lease was not renewed. */
  leaseLost: boolean;
  now: number;
}

/** Exit code of a process whose end nobody saw: as if killed by signal 9. */
export const UNSEEN_EXIT_CODE = 137;

/** How a launch whose process had started ended. */
export function endOfProcess(facts: EndFacts): NodeEnd {
  const exitCode = facts.exit?.code ?? UNSEEN_EXIT_CODE;
  const finishedAt = facts.exit?.finishedAt ?? facts.now;
  const stopReason = facts.stop?.reason ?? (facts.leaseLost ? StopReason.LeaseLost : undefined);
  return stopReason === undefined
    ? { outcome: LaunchOutcome.Exited, exitCode, finishedAt }
    : { outcome: LaunchOutcome.Stopped, stopReason, ...detailOf(facts.stop), exitCode, finishedAt };
}

/** A launch that was stopped before it had a process. */
export const endBeforeStart = (stop: NonNullable<LaunchRecord['stop']>): NodeEnd => ({
  outcome: LaunchOutcome.Stopped,
  stopReason: stop.reason,
  ...detailOf(stop),
});

const DETAIL_LENGTH = 1024;
const detailOf = (stop: LaunchRecord['stop']): Pick<NodeEnd, 'stopDetail'> =>
  stop?.detail ? { stopDetail: stop.detail.slice(0, DETAIL_LENGTH) } : {};

/** A launch that could not be started. */
export const endNotStarted = (failure: LaunchFailure): NodeEnd => ({
  outcome: LaunchOutcome.NotStarted,
  failure,
});
