import { MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Whether elements of an array are created: not while it waits for other jobs, only while it is open. */
export const ArrayState = { Waiting: 'waiting', Open: 'open', Over: 'over' } as const;
export type ArrayState = (typeof ArrayState)[keyof typeof ArrayState];

/** An array: a job whose elements are jobs. Its locked row decides which process creates elements. */
@Entity({ name: 'job_arrays' })
export class JobArrayEntity {
  @PrimaryColumn({ name: 'job_id', type: 'varchar', length: 255 }) jobId!: string;
  @Column({ type: 'varchar', length: 16 }) state!: ArrayState;
  @Column({ type: 'int' }) size!: number;
  /** Number of indexes. */
  @Column({ type: 'int' }) elements!: number;
  @Column({ name: 'max_running', type: 'int', nullable: true }) maxRunning!: number | null;
  /** Number of elements, in the order of their indexes, that have been created. */
  @Column({ name: 'next_position', type: 'int' }) nextPosition!: number;
  /** Time of the next check by a controller without a signal, ms since the epoch. */
  @MillisColumn({ name: 'due_at' }) dueAt!: number;
}
