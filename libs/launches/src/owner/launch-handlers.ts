import type { Transaction } from '@portolan/service';
import type { LaunchEnd } from '../protocol/launch-state';
import type { ClaimDecision, ClaimRequest } from '../protocol/owner-api';
import type { LaunchEntity } from './launch.entity';

/** Settings of an owner of launches. Times in ms. */
export abstract class LaunchOwnerOptions {
  /** Name in queue names and offers: `jobs`, `streams`. */
  abstract readonly owner: string;
  /** Duration of a node's lease. @default 120000 (LEASE_MS) */
  abstract readonly leaseMs: number;
  /** Interval between searches for missing offers, expired leases and abandoned launches. */
  abstract readonly sweepMs: number;
  /** Time after which a waiting offer is put on the queue again (no effect if the offer is still there). */
  abstract readonly resendMs: number;
  /** Maximum number of batch offers of one agent cluster on the queue; see `OfferWindows`. @default 32 */
  readonly offerWindow?: number;
  /** Maximum number of reports stored in one transaction. @default 1 */
  readonly reportsTogether?: number;
  /**
   * Maximum number of claims decided in one transaction. More than one suits owners whose launches share rows, because
   * separate claims would wait for these rows one after the other, and owners of many small launches. @default 1
   */
  readonly claimsTogether?: number;
  /** Returns a user's share of the nodes; 1 is the usual share. @default 1 for every user */
  readonly shareOf?: (user: string) => number;
}

/** A change of a launch. `launch` is the current row. */
export type LaunchChange =
  | { type: 'claimed'; launch: LaunchEntity }
  /** A new snapshot, in `launch.snapshot` and `launch.state`. */
  | { type: 'progressed'; launch: LaunchEntity }
  | { type: 'ended'; launch: LaunchEntity; end: LaunchEnd };

export interface LaunchClaim {
  launch: LaunchEntity;
  claim: ClaimRequest;
}

/**
 * Reactions of an owner to changes of its launches. An application provides one under this token. Rows are
 * always locked in the order: launch first, then the owner's own.
 */
export abstract class LaunchHandlers {
  /**
   * Decides for each claim whether its node may have the launch (constraints). The claims are concurrent ones, ordered by the
   * subjects of their launches, whose rows are locked; all or nothing. Its writes belong to the claims: one that is answered `go` is a
   * `claimed` change.
   */
  abstract admit(asked: readonly LaunchClaim[], transaction: Transaction): Promise<ClaimDecision[]>;

  /**
   * Writes the owner's rows in the transaction of the changes, which are of different launches, ordered by their subjects. May be
   * repeated after a deadlock: database work only.
   */
  abstract changed(changes: readonly LaunchChange[], transaction: Transaction): Promise<void>;

  /**
   * Called at the end of a transaction that stores reports or ends, after all of its changes: writes rows of other subjects
   * that depend on them, when no launch and no row of its subject is to be locked any more. As {@link changed}.
   */
  async concluded(_changes: readonly LaunchChange[], _transaction: Transaction): Promise<void> {
    return;
  }

  /** Stores the results of finished launches' archives, `launch.snapshot.archive`. As {@link changed}. */
  async archived(_launches: readonly LaunchEntity[], _transaction: Transaction): Promise<void> {
    return;
  }

  /** After the commit: wake-ups, replacements, messages. Must not throw. */
  abstract settled(change: LaunchChange): void;
}
