import { MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a job without a current launch waits for. */
export const WaitReason = { Dependencies: 'dependencies', RetryDelay: 'retryDelay' } as const;
export type WaitReason = (typeof WaitReason)[keyof typeof WaitReason];

const number = { to: (seq: number) => seq, from: (seq: string | number) => Number(seq) };

/** A job that waits without a launch. Whoever deletes the row decides what becomes of the job (docs/decisions/job-graph.md). */
@Entity({ name: 'job_waits' })
export class JobWaitEntity {
  /** Order in which rows are locked: greater than that of every job that this one depends on. The database makes it. */
  @PrimaryColumn({ type: 'bigint', transformer: number }) seq!: number;
  @Column({ name: 'job_id', type: 'varchar', length: 255 }) jobId!: string;
  @Column({ type: 'varchar', length: 16 }) reason!: WaitReason;
  /** Time at which somebody must look at the job, ms since the epoch; null when only an event ends the wait. */
  @MillisColumn({ name: 'due_at', nullable: true }) dueAt!: number | null;
}
