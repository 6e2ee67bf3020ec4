import { JsonColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { JobRequest } from '../../jobs/job.entity';
import type { JobNames } from '../../jobs/job-request';
import type { Overlap } from '../rules/overlap';

/** The part of a schedule besides the columns for searches and for its clock. */
export interface ScheduleDocument {
  description: string | null;
  tags: string[];
  /** The job of each fire; its user is that of the schedule. */
  job: Pick<JobNames, 'name' | 'version'>;
  request: JobRequest;
}

/** Starts jobs at the times of a cron expression. Times are ms since the epoch. */
@Entity({ name: 'schedules' })
export class ScheduleEntity {
  @PrimaryColumn({ type: 'varchar', length: 255 }) id!: string;
  @MillisColumn() created!: number;
  @MillisColumn() updated!: number;
  @Column({ type: 'varchar', length: 255 }) name!: string;
  @Column({ type: 'varchar', length: 255 }) user!: string;
  @Column({ type: 'varchar', length: 255 }) version!: string;
  @Column({ type: 'varchar', length: 1024 }) cron!: string;
  @Column({ name: 'time_zone', type: 'varchar', length: 64 }) timeZone!: string;
  @MillisColumn({ name: 'start_at', nullable: true }) start!: number | null;
  @MillisColumn({ name: 'end_at', nullable: true }) end!: number | null;
  @Column({ name: 'jitter_seconds', type: 'int' }) jitterSeconds!: number;
  @Column({ type: 'varchar', length: 16 }) overlap!: Overlap;
  @Column({ name: 'catch_up_seconds', type: 'int' }) catchUpSeconds!: number;
  /** Start of the pause; null while the schedule is active. */
  @MillisColumn({ name: 'paused_at', nullable: true }) pausedAt!: number | null;
  /** Time of the first unrecorded fire; null while paused, and after the last fire. */
  @MillisColumn({ name: 'next_at', nullable: true }) nextAt!: number | null;
  @JsonColumn() document!: ScheduleDocument;
}

export const FireOrigin = { Clock: 'clock', Trigger: 'trigger', Backfill: 'backfill' } as const;
export type FireOrigin = (typeof FireOrigin)[keyof typeof FireOrigin];

export const FirePhase = {
  /** Undecided until `dueAt`. */
  Due: 'due',
  /** Waits for the end of the running job. */
  Waiting: 'waiting',
  /** The job of the fire is to be submitted; at `dueAt` another process retries. */
  Starting: 'starting',
  /** The job of the fire is stored and not known to have ended. */
  Running: 'running',
  Over: 'over',
} as const;
export type FirePhase = (typeof FirePhase)[keyof typeof FirePhase];

/** The outcome of a fire, as clients see it. */
export const FireOutcome = {
  Started: 'started',
  Skipped: 'skipped',
  Missed: 'missed',
  Failed: 'failed',
  Buffered: 'buffered',
} as const;
export type FireOutcome = (typeof FireOutcome)[keyof typeof FireOutcome];

/** One time of a schedule. Times are ms since the epoch. */
@Entity({ name: 'schedule_fires' })
export class FireEntity {
  @PrimaryColumn({ name: 'schedule_id', type: 'varchar', length: 255 }) scheduleId!: string;
  @PrimaryColumn({
    name: 'fire_at',
    type: 'bigint',
    transformer: { to: (time: number) => time, from: Number },
  })
  time!: number;
  @MillisColumn() updated!: number;
  @Column({ type: 'varchar', length: 16 }) origin!: FireOrigin;
  @Column({ type: 'varchar', length: 16 }) overlap!: Overlap;
  @Column({ type: 'varchar', length: 16 }) phase!: FirePhase;
  /** Null before the outcome; a fire without an outcome is not shown. */
  @Column({ type: 'varchar', length: 16, nullable: true }) outcome!: FireOutcome | null;
  /** Time of the next decision about the fire; null when none is due. */
  @MillisColumn({ name: 'due_at', nullable: true }) dueAt!: number | null;
  /** Id of the job; null before its submission. */
  @Column({ name: 'job_id', type: 'varchar', length: 255, nullable: true }) jobId!: string | null;
  @Column({ type: 'varchar', length: 1024, nullable: true }) reason!: string | null;
}

export const SCHEDULE_ENTITIES = [ScheduleEntity, FireEntity] as const;
