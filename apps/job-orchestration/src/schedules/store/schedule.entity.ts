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
  /** Since when it is paused; null: it is not. */
  @MillisColumn({ name: 'paused_at', nullable: true }) pausedAt!: number | null;
  /** The first fire that is not recorded yet; null while paused, and after the last one. */
  @MillisColumn({ name: 'next_at', nullable: true }) nextAt!: number | null;
  @JsonColumn() document!: ScheduleDocument;
}

/** Who asked for a fire. */
export const FireOrigin = { Clock: 'clock', Trigger: 'trigger', Backfill: 'backfill' } as const;
export type FireOrigin = (typeof FireOrigin)[keyof typeof FireOrigin];

/** Where a fire is on its way to a job. */
export const FirePhase = {
  /** Undecided until `dueAt`. */
  Due: 'due',
  /** Waits for the end of the running job. */
  Waiting: 'waiting',
  /** Its job is to be submitted; at `dueAt` another process does that again. */
  Starting: 'starting',
  /** Its job is stored, and is not known to have ended. */
  Running: 'running',
  Over: 'over',
} as const;
export type FirePhase = (typeof FirePhase)[keyof typeof FirePhase];

/** What became of a fire, as clients see it. */
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
  /** Null until there is one: such a fire is not shown. */
  @Column({ type: 'varchar', length: 16, nullable: true }) outcome!: FireOutcome | null;
  /** When the clock looks at the fire; null when it does not. */
  @MillisColumn({ name: 'due_at', nullable: true }) dueAt!: number | null;
  /** Null while no job with the id of the fire is known. */
  @Column({ name: 'job_id', type: 'varchar', length: 255, nullable: true }) jobId!: string | null;
  @Column({ type: 'varchar', length: 1024, nullable: true }) reason!: string | null;
}

export const SCHEDULE_ENTITIES = [ScheduleEntity, FireEntity] as const;
