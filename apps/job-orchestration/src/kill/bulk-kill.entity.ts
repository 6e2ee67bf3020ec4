import { JsonColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Query } from '../query/paging';

/** A request to kill all jobs that a search finds. Times are ms since the epoch. */
@Entity({ name: 'bulk_kills' })
export class BulkKillEntity {
  @PrimaryColumn({ type: 'varchar', length: 64 }) id!: string;
  /** The search filters as the client gave them. */
  @JsonColumn() query!: Query;
  /** Later jobs are not affected. */
  @MillisColumn({ name: 'requested_at' }) requestedAt!: number;
  /** All jobs up to this id have been processed. */
  @Column({ name: 'after_id', type: 'varchar', length: 255 }) afterId!: string;
  @MillisColumn({ name: 'due_at' }) dueAt!: number;
}
