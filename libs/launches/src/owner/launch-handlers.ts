import type { Transaction } from '@portolan/service';
import type { ClaimDecision, ClaimRequest } from '../protocol/claim';
import type { LaunchEntity } from './launch.entity';
import type { LaunchEnd } from './launch-state';

/** What happened to a launch. `launch` is the row as it is now. */
export type LaunchChange =
  | { type: 'claimed'; launch: LaunchEntity }
  /** A new snapshot: `launch.snapshot` and `launch.state` tell. */
  | { type: 'progressed'; launch: LaunchEntity }
  | { type: 'ended'; launch: LaunchEntity; end: LaunchEnd };

/** A launch, locked, and the node that asks for it. */
export interface LaunchClaim {
  launch: LaunchEntity;
  claim: ClaimRequest;
}

/**
 * What an owner does when its launches move. An application provides one under this token. Rows are
 * always locked in the order: launch first, then the owner's own.
 */
export abstract class LaunchHandlers {
  /**
   * Decides whether this node may have the launch (constraints). Called with the launch's row locked; what it writes
   * belongs to the claim, which is a `claimed` change when the answer is `go`.
   */
  abstract admit(launch: LaunchEntity, claim: ClaimRequest, transaction: Transaction): Promise<ClaimDecision>;

  /** {@link admit} for launches that are asked for at the same time, ordered by their subjects; all or nothing. */
  async admitAll(asked: readonly LaunchClaim[], transaction: Transaction): Promise<ClaimDecision[]> {
    const decisions: ClaimDecision[] = [];
    for (const { launch, claim } of asked) decisions.push(await this.admit(launch, claim, transaction));
    return decisions;
  }

  /** Writes the owner's rows in the same transaction. May be run again after a deadlock: database work only. */
  abstract changed(change: LaunchChange, transaction: Transaction): Promise<void>;

  /** Writes what became of the archive of a launch that is over: `launch.snapshot.archive`. As {@link changed}. */
  async archived(_launch: LaunchEntity, _transaction: Transaction): Promise<void> {
    return;
  }

  /** After the commit: wake-ups, replacements, messages. Must not throw. */
  abstract settled(change: LaunchChange): void;
}
