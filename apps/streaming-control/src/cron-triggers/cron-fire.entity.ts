import { MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A cron fire that a replica has claimed. */
@Entity({ name: 'cron_fires' })
export class CronFireEntity {
  @PrimaryColumn({ type: 'varchar', length: 255 }) cluster!: string;
  @PrimaryColumn({
    name: 'fire_at',
    type: 'bigint',
    transformer: { to: (value: number) => value, from: Number },
  })
  fireAt!: number;
  @MillisColumn({ name: 'fired_at' }) firedAt!: number;
  /** The job that it started; null when a running job was kept. */
  @Column({ type: 'varchar', length: 300, nullable: true }) outcome!: string | null;
}
