import { CountColumn, FlagColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NodeWish } from './node-state';

/** A node at its last heartbeat. */
@Entity({ name: 'nodes' })
export class NodeEntity {
  @PrimaryColumn({ name: 'node_id', type: 'varchar', length: 64 }) nodeId!: string;
  @Column({ name: 'node_url', type: 'varchar', length: 2048 }) nodeUrl!: string;
  @Column({ type: 'varchar', length: 255 }) host!: string;
  @Column({ name: 'agent_cluster', type: 'varchar', length: 128 }) agentCluster!: string;
  @Column({ type: 'varchar', length: 128, nullable: true }) zone!: string | null;
  @CountColumn() slots!: number;
  @CountColumn({ name: 'free_slots' }) freeSlots!: number;
  @CountColumn({ name: 'memory_mb' }) memoryMb!: number;
  @CountColumn({ name: 'free_memory_mb' }) freeMemoryMb!: number;
  @FlagColumn() accepting!: boolean;
  @CountColumn() launches!: number;
  /** The state that operators want. */
  @Column({ type: 'varchar', length: 16 }) wish!: NodeWish;
  /** Time of the heartbeat by the clock of the process that received it, ms since the epoch. */
  @MillisColumn({ name: 'seen_at' }) seenAt!: number;
}
