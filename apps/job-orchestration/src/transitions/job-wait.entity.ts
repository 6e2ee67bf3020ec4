import { MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The reason why a job without a current launch waits. */
export const WaitReason = { Dependencies: 'dependencies', RetryDelay: 'retryDelay' } as const;
export type WaitReason = (typeof WaitReason)[keyof typeof WaitReason];

const number = { to: (seq: number) => seq, from: (seq: string | number) => Number(seq) };

/**
 * A job that waits without a launch. The transaction that deletes the row decides how the job continues
 * (docs/decisions/job-graph.md).
 */
@Entity({ name: 'job_waits' })
export class JobWaitEntity {
  /** Locking order of the rows, assigned by the database: greater than that of every dependency of the job. */
  @PrimaryColumn({ type: 'bigint', transformer: number }) seq!: number;
  @Column({ name: 'job_id', type: 'varchar', length: 255 }) jobId!: string;
  @Column({ type: 'varchar', length: 16 }) reason!: WaitReason;
  /** Time of the next check of the job, ms since the epoch; null when only an event ends the wait. */
  @MillisColumn({ name: 'due_at', nullable: true }) dueAt!: number | null;
}
