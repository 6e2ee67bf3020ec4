import { CountColumn, JsonColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LaunchKind, LaunchOffer } from '../protocol/launch-offer';
import type { LaunchSnapshot } from '../protocol/launch-snapshot';
import type { LaunchEnd, LaunchState } from '../protocol/launch-state';

/** One launch in its owner's database; see {@link LAUNCH_TABLES}. Times are ms since the epoch. */
@Entity({ name: 'launches' })
export class LaunchEntity {
  @PrimaryColumn({ type: 'varchar', length: 64 }) id!: string;

  /** Id of the owner's object that the launch runs: a job id, a worker id. */
  @Column({ type: 'varchar', length: 512 }) subject!: string;
  @Column({ type: 'varchar', length: 16 }) kind!: LaunchKind;
  /** Changed by `moveLaunch` alone. */
  @Column({ type: 'varchar', length: 16 }) readonly state!: LaunchState;
  @Column({ name: 'agent_cluster', type: 'varchar', length: 128 }) agentCluster!: string;
  @JsonColumn() offer!: LaunchOffer;
  /** The user of the offer; copied like the memory, so that queries need not read whole offers. */
  @Column({ name: 'user_name', type: 'varchar', length: 255 }) user!: string;
  /** Memory that the launch reserves on its node, MB. */
  @Column({ name: 'memory_mb', type: 'int' }) memoryMb!: number;
  /** Place among the user's own launches: the negated priority, because indexes ascend. */
  @Column({ name: 'turn_rank', type: 'smallint' }) turnRank!: number;
  @Column({ name: 'request_id', type: 'varchar', length: 128, nullable: true }) requestId!: string | null;

  @MillisColumn({ name: 'created_at' }) createdAt!: number;
  /** Time at which the offer was last put on the queue (or is about to be, after the commit); 0 before its turn. */
  @MillisColumn({ name: 'offered_at' }) offeredAt!: number;
  @MillisColumn({ name: 'claimed_at', nullable: true }) claimedAt!: number | null;
  @MillisColumn({ name: 'ended_at', nullable: true }) endedAt!: number | null;

  @Column({ name: 'node_id', type: 'varchar', length: 64, nullable: true }) nodeId!: string | null;
  @Column({ name: 'node_url', type: 'varchar', length: 2048, nullable: true }) nodeUrl!: string | null;
  @Column({ type: 'varchar', length: 255, nullable: true }) host!: string | null;
  @Column({ type: 'varchar', length: 64, nullable: true }) token!: string | null;

  /** Highest sequence of a stored snapshot. */
  @CountColumn() sequence!: number;
  @JsonColumn({ nullable: true }) snapshot!: LaunchSnapshot | null;
  @JsonColumn({ name: 'end_reason', nullable: true }) end!: LaunchEnd | null;

  @MillisColumn({ name: 'stop_requested_at', nullable: true }) stopRequestedAt!: number | null;
  @Column({ name: 'kill_grace_ms', type: 'int', nullable: true }) killGraceMs!: number | null;
  /** Consecutive renewals in which its node did not list the launch. */
  @Column({ name: 'missed_renewals', type: 'int' }) missedRenewals!: number;
}

@Entity({ name: 'node_leases' })
export class NodeLeaseEntity {
  @PrimaryColumn({ name: 'node_id', type: 'varchar', length: 64 }) nodeId!: string;
  @Column({ name: 'node_url', type: 'varchar', length: 2048 }) nodeUrl!: string;
  @Column({ type: 'varchar', length: 255 }) host!: string;
  @Column({ name: 'agent_cluster', type: 'varchar', length: 128 }) agentCluster!: string;
  /** By the database's clock, ms since the epoch. */
  @MillisColumn({ name: 'renewed_at' }) renewedAt!: number;
}

/** The entities that an owner's database needs besides its own. */
export const LAUNCH_ENTITIES = [LaunchEntity, NodeLeaseEntity] as const;
