import { MillisColumn } from '@portolan/service';
import { Entity, PrimaryColumn } from 'typeorm';

/** A crawl that found changes: they happened between `after` and `moment`. Times in ms since the epoch. */
@Entity({ name: 'change_moments' })
export class ChangeMomentEntity {
  @PrimaryColumn({ type: 'int', unsigned: true }) collection!: number;
  /** The `stime` of the revisions that this crawl found, the `ltime` of those that it ended. */
  @PrimaryColumn({ type: 'bigint' }) moment!: number;
  /** When the crawl before this one began to read its source. */
  @MillisColumn() after!: number;
}
