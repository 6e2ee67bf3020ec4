import { CountColumn, JsonColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LaunchKind, LaunchOffer } from '../protocol/launch-offer';
import type { LaunchSnapshot } from '../protocol/launch-snapshot';
import type { LaunchEnd, LaunchState } from './launch-state';

/** One launch in its owner's database; see {@link LAUNCH_TABLES}. Times are ms since the epoch. */
@Entity({ name: 'launches' })
export class LaunchEntity {
  @PrimaryColumn({ type: 'varchar', length: 64 }) id!: string;

  /** What of the owner's it runs: a job id, a worker id. */
  @Column({ type: 'varchar', length: 512 }) subject!: string;
  @Column({ type: 'varchar', length: 16 }) kind!: LaunchKind;
  @Column({ type: 'varchar', length: 16 }) state!: LaunchState;
  @Column({ name: 'agent_cluster', type: 'varchar', length: 128 }) agentCluster!: string;
  @JsonColumn() offer!: LaunchOffer;
  /** On whose behalf; of the offer, like the memory: both are looked at without reading all offers. */
  @Column({ name: 'user_name', type: 'varchar', length: 255 }) user!: string;
  /** What it takes of its node, MB. */
  @Column({ name: 'memory_mb', type: 'int' }) memoryMb!: number;
  /** The request that caused it. */
  @Column({ name: 'request_id', type: 'varchar', length: 128, nullable: true }) requestId!: string | null;

  @MillisColumn({ name: 'created_at' }) createdAt!: number;
  /** When it was last put on the queue (or is about to be, right after the commit); 0 while it is not its turn. */
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
  /** Renewals in a row in which its node did not list it. */
  @Column({ name: 'missed_renewals', type: 'int' }) missedRenewals!: number;
}

/** The lease of one node with this owner. */
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
