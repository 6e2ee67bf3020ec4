import { LaunchOutcome, LaunchPhase } from './launch-snapshot';
import type { LaunchFailure, LaunchSnapshot, StopReason } from './launch-snapshot';

/**
 * State of a launch for its owner: `offered` waits for a node, `claimed` is held by a node, `running` has a process, `ended` for
 * whatever reason. {@link moveLaunch} changes it.
 */
export const LaunchState = {
  Offered: 'offered',
  Claimed: 'claimed',
  Running: 'running',
  Ended: 'ended',
} as const;
export type LaunchState = (typeof LaunchState)[keyof typeof LaunchState];

/**
 * Cause of a lost place (pod). `memory`: the kernel killed it for exceeding its memory; `other`: it was evicted or deleted, or its
 * machine was lost.
 */
export const GoneCause = { Memory: 'memory', Other: 'other' } as const;
export type GoneCause = (typeof GoneCause)[keyof typeof GoneCause];

/** Reason for which a launch ended. */
export type LaunchEnd =
  | { cause: 'exited'; exitCode: number; lastLine?: string }
  | { cause: 'stopped'; reason: StopReason; exitCode: number | undefined; detail?: string }
  | { cause: 'notStarted'; failure: LaunchFailure }
  /** The node is lost or no longer lists the launch. With `place`, a launcher reported the cause. */
  | { cause: 'lost'; message: string; place?: GoneCause }
  /** Stopped by its owner before any node claimed it. */
  | { cause: 'withdrawn' };

/** The transitions of a launch. Reports of a node may skip a state. */
const NEXT: Readonly<Record<LaunchState, readonly LaunchState[]>> = {
  offered: [LaunchState.Claimed, LaunchState.Ended],
  claimed: [LaunchState.Running, LaunchState.Ended],
  running: [LaunchState.Ended],
  ended: [],
};

/**
 * Moves a launch to another state. Every change of a launch's state goes through here.
 *
 * @returns false when the transition table does not allow the change, or the launch is in that state already
 */
export function moveLaunch(launch: { state: LaunchState }, to: LaunchState): boolean {
  const allowed = NEXT[launch.state].includes(to);
  if (allowed) launch.state = to;
  return allowed;
}

/** States of a launch that a node holds. */
export const HELD_STATES: readonly LaunchState[] = [LaunchState.Claimed, LaunchState.Running];
export const isHeld = (state: LaunchState): boolean => HELD_STATES.includes(state);

/** Effect of a stop request: ends an unclaimed launch at once, is passed on to the node that holds it, none after the end. */
export const STOP_EFFECT = {
  offered: 'withdraw',
  claimed: 'passOn',
  running: 'passOn',
  ended: 'none',
} as const satisfies Record<LaunchState, string>;

export const STATE_OF_PHASE: Readonly<Record<LaunchPhase, LaunchState>> = {
  preparing: LaunchState.Claimed,
  running: LaunchState.Running,
  ended: LaunchState.Ended,
};

/** Returns the end of a launch by its last snapshot; undefined while it runs. */
export function endOf(snapshot: LaunchSnapshot): LaunchEnd | undefined {
  if (snapshot.phase !== LaunchPhase.Ended) return undefined;
  const { exitCode, stopReason, stopDetail: detail, failure, lastLine } = snapshot;
  switch (snapshot.outcome) {
    case LaunchOutcome.Stopped:
      return {
        cause: 'stopped',
        reason: stopReason ?? 'owner',
        exitCode,
        ...(detail !== undefined && { detail }),
      };
    case LaunchOutcome.NotStarted:
      return {
        cause: 'notStarted',
        failure: failure ?? { code: 'unknown', message: 'the node gave no reason', permanent: false },
      };
    case LaunchOutcome.Exited:
      return { cause: 'exited', exitCode: exitCode ?? -1, ...(lastLine !== undefined && { lastLine }) };
    case undefined:
      return { cause: 'lost', message: 'the node did not report its outcome' };
  }
}

/**
 * Reports whether a snapshot is new: of the current claim, later than the stored one, and not after the end
 * unless it reports the archive.
 */
export function isNews(
  launch: { state: LaunchState; token: string | null; sequence: number },
  snapshot: Pick<LaunchSnapshot, 'token' | 'sequence' | 'archive'>,
): boolean {
  const open = isHeld(launch.state) || (launch.state === LaunchState.Ended && snapshot.archive != null);
  return open && launch.token === snapshot.token && snapshot.sequence > launch.sequence;
}
