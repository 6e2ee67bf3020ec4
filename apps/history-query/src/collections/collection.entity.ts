import { CountColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A collection: the fence of its crawls, its change sequence, and the results of its crawls. Times in ms since the epoch. */
@Entity({ name: 'collections' })
export class CollectionEntity {
  /** Never changes. */
  @PrimaryColumn({ type: 'int', unsigned: true, generated: 'increment' }) number!: number;
  @Column({ type: 'varchar', length: 190 }) name!: string;
  /** Counts the claims of crawls; only the newest claim may write. */
  @CountColumn() generation!: number;
  /** The sequence number of the last change. */
  @CountColumn({ name: 'change_seq' }) changeSeq!: number;
  /** The last change among the deleted revisions: changes up to it may be missing. */
  @CountColumn({ name: 'purged_seq' }) purgedSeq!: number;
  /** The last change among the packed revisions: changes up to it may be missing among the rows. */
  @CountColumn({ name: 'packed_seq' }) packedSeq!: number;
  /** The last number of a block. */
  @CountColumn({ name: 'last_block' }) lastBlock!: number;
  /** Time of the last crawl that was applied. */
  @MillisColumn() moment!: number;
  /** When the crawl of `begunMoment` began to read its source. A release before this one writes neither. */
  @MillisColumn({ name: 'begun_at' }) begunAt!: number;
  @MillisColumn({ name: 'begun_moment' }) begunMoment!: number;
  /** End of the lease that excludes a second crawl, by the database's clock. */
  @MillisColumn({ name: 'leased_until' }) leasedUntil!: number;
  @MillisColumn({ name: 'attempted_at', nullable: true }) attemptedAt!: number | null;
  /** Last crawl that was applied. */
  @MillisColumn({ name: 'crawled_at', nullable: true }) crawledAt!: number | null;
  @Column({ type: 'int', unsigned: true }) documents!: number;
  /** Why the last crawl was not applied; null when it was. */
  @Column({ type: 'text', nullable: true }) error!: string | null;
  /** Crawls that have failed since the last one that was applied. */
  @Column({ type: 'int', unsigned: true }) failures!: number;
}
