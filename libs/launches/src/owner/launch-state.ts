import {
  LaunchOutcome,
  LaunchPhase,
  type LaunchFailure,
  type LaunchSnapshot,
  type StopReason,
} from '../protocol/launch-snapshot';
import type { GoneCause } from '../protocol/launcher-api';

/** Where a launch is for its owner. Only ever moves down this list. */
export const LaunchState = {
  /** Waits for a node. */
  Offered: 'offered',
  /** A node has it. */
  Claimed: 'claimed',
  /** Its process runs. */
  Running: 'running',
  /** Over, for whatever reason. */
  Ended: 'ended',
} as const;
export type LaunchState = (typeof LaunchState)[keyof typeof LaunchState];

/** Why a launch is over. */
export type LaunchEnd =
  | { cause: 'exited'; exitCode: number }
  | { cause: 'stopped'; reason: StopReason; exitCode: number | undefined; detail?: string }
  | { cause: 'notStarted'; failure: LaunchFailure }
  /** Its node is gone, or has forgotten it. With `place`, a launcher has seen why: its pod. */
  | { cause: 'lost'; message: string; place?: GoneCause }
  /** Stopped by its owner before any node had it. */
  | { cause: 'withdrawn' };

/** A launch that a node holds. */
export const isHeld = (state: LaunchState): boolean =>
  state === LaunchState.Claimed || state === LaunchState.Running;

/** The state that a snapshot tells of. */
export function stateOf(snapshot: LaunchSnapshot): LaunchState {
  switch (snapshot.phase) {
    case LaunchPhase.Preparing:
      return LaunchState.Claimed;
    case LaunchPhase.Running:
      return LaunchState.Running;
    case LaunchPhase.Ended:
      return LaunchState.Ended;
  }
}

/** How the launch ended by its last snapshot; undefined while it goes on. */
export function endOf(snapshot: LaunchSnapshot): LaunchEnd | undefined {
  if (snapshot.phase !== LaunchPhase.Ended) return undefined;
  switch (snapshot.outcome) {
    case LaunchOutcome.Stopped:
      return {
        cause: 'stopped',
        reason: snapshot.stopReason ?? 'owner',
        exitCode: snapshot.exitCode,
        ...(snapshot.stopDetail !== undefined && { detail: snapshot.stopDetail }),
      };
    case LaunchOutcome.NotStarted:
      return {
        cause: 'notStarted',
        failure: snapshot.failure ?? {
          code: 'unknown',
          message: 'the node gave no reason',
          permanent: false,
        },
      };
    case LaunchOutcome.Exited:
      return { cause: 'exited', exitCode: snapshot.exitCode ?? -1 };
    case undefined:
      return { cause: 'lost', message: 'the node did not tell how it ended' };
  }
}

/**
 * Tells whether a snapshot is news: of the claim that holds, later than what is stored, and not after the end
 * unless it tells of the archive.
 */
export function isNews(
  launch: { state: LaunchState; token: string | null; sequence: number },
  snapshot: Pick<LaunchSnapshot, 'token' | 'sequence' | 'archive'>,
): boolean {
  const open = isHeld(launch.state) || (launch.state === LaunchState.Ended && snapshot.archive != null);
  return open && launch.token === snapshot.token && snapshot.sequence > launch.sequence;
}
