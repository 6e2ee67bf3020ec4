import { CountColumn, JsonColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MigrationConfig } from '../clusters/migration-config';
import type { NameAndValue } from '../clusters/name-and-value';
import type { StageDefinition } from '../scheduling/stage-response';
import type { JobSla } from './job-record.dto';
import type { JobState } from './job-states';
import type { WorkerReason, WorkerState } from './worker-states';

/** A job. Times in ms since the epoch. */
@Entity({ name: 'jobs' })
export class StreamJobEntity {
  @PrimaryColumn({ type: 'varchar', length: 300 }) id!: string;
  @Column({ type: 'varchar', length: 255 }) cluster!: string;
  @CountColumn() number!: number;
  @Column({ name: 'user_name', type: 'varchar', length: 255 }) user!: string;
  @Column({ type: 'varchar', length: 32 }) state!: JobState;
  @MillisColumn({ name: 'submitted_at' }) submittedAt!: number;
  /** 0 until Launched. */
  @MillisColumn({ name: 'started_at' }) startedAt!: number;
  @MillisColumn({ name: 'terminated_at', nullable: true }) terminatedAt!: number | null;
  @Column({ type: 'varchar', length: 255 }) version!: string;
  @Column({ name: 'jar_url', type: 'varchar', length: 2048 }) jarUrl!: string;
  /** The user who gave the artifact's address: the owner of the cluster or the job's user. Null in jobs of older releases. */
  @Column({ name: 'jar_owner', type: 'varchar', length: 255, nullable: true }) jarOwner!: string | null;
  @JsonColumn() sla!: JobSla;
  /** `sla.userProvidedType` unless it is empty: a second job with it is not submitted while this one is active. */
  @Column({ name: 'unique_type', type: 'varchar', length: 512, nullable: true }) uniqueType!: string | null;
  @Column({ name: 'subscription_timeout_secs', type: 'int' }) subscriptionTimeoutSecs!: number;
  /** 0: the setting of the service. */
  @Column({ name: 'heartbeat_interval_secs', type: 'int' }) heartbeatIntervalSecs!: number;
  @Column({ name: 'worker_timeout_secs', type: 'int' }) workerTimeoutSecs!: number;
  @JsonColumn() parameters!: NameAndValue[];
  @JsonColumn() labels!: NameAndValue[];
  @JsonColumn({ name: 'migration_config' }) migrationConfig!: MigrationConfig;
  @Column({ name: 'next_worker_number', type: 'int' }) nextWorkerNumber!: number;
  /** Number of the newest event. */
  @CountColumn() sequence!: number;
  @Column({ name: 'end_reason', type: 'varchar', length: 1024, nullable: true }) endReason!: string | null;
}

/** A stage of a job; `definition.numberOfInstances` is the submitted number of workers, `numWorkers` the current one. */
@Entity({ name: 'job_stages' })
export class StageEntity {
  @PrimaryColumn({ name: 'job_id', type: 'varchar', length: 300 }) jobId!: string;
  @PrimaryColumn({ name: 'stage_num', type: 'int' }) stageNum!: number;
  @Column({ name: 'num_workers', type: 'int' }) numWorkers!: number;
  @JsonColumn() definition!: StageDefinition;
}

/** Cause of a replacement; only failures count towards the limit of a job. */
export const ResubmitCause = { Failure: 'failure', Request: 'request', Migration: 'migration' } as const;
export type ResubmitCause = (typeof ResubmitCause)[keyof typeof ResubmitCause];

/** A worker of a job. Times in ms since the epoch. */
@Entity({ name: 'workers' })
export class WorkerEntity {
  @PrimaryColumn({ name: 'job_id', type: 'varchar', length: 300 }) jobId!: string;
  @PrimaryColumn({ name: 'worker_number', type: 'int' }) workerNumber!: number;
  @Column({ name: 'worker_index', type: 'int' }) workerIndex!: number;
  /** Equal to `workerIndex` while this is the current worker of that index, null afterwards. */
  @Column({ name: 'current_index', type: 'int', nullable: true }) currentIndex!: number | null;
  @Column({ name: 'stage_num', type: 'int' }) stageNum!: number;
  @Column({ type: 'varchar', length: 16 }) state!: WorkerState;
  @Column({ name: 'launch_id', type: 'varchar', length: 64, nullable: true }) launchId!: string | null;
  /** The earliest time at which it is offered to nodes. */
  @MillisColumn({ name: 'launch_after' }) launchAfter!: number;
  @Column({ name: 'agent_cluster', type: 'varchar', length: 128 }) agentCluster!: string;
  @Column({ type: 'varchar', length: 255, nullable: true }) host!: string | null;
  @Column({ name: 'node_id', type: 'varchar', length: 64, nullable: true }) nodeId!: string | null;
  /** Ports by variable: `SINK_PORT`, ... */
  @JsonColumn({ nullable: true }) ports!: Record<string, number> | null;
  @MillisColumn({ name: 'accepted_at' }) acceptedAt!: number;
  @MillisColumn({ name: 'launched_at', nullable: true }) launchedAt!: number | null;
  @MillisColumn({ name: 'starting_at', nullable: true }) startingAt!: number | null;
  @MillisColumn({ name: 'started_at', nullable: true }) startedAt!: number | null;
  @MillisColumn({ name: 'completed_at', nullable: true }) completedAt!: number | null;
  @MillisColumn({ name: 'last_heartbeat_at', nullable: true }) lastHeartbeatAt!: number | null;
  /** When a sink worker reported that its last subscriber left; null while it has one, or has not reported. */
  @MillisColumn({ name: 'unsubscribed_since', nullable: true }) unsubscribedSince!: number | null;
  @Column({ type: 'varchar', length: 16 }) reason!: WorkerReason;
  /** The cause of its end, in one line; null while unknown. */
  @Column({ type: 'varchar', length: 1024, nullable: true }) cause!: string | null;
  /** Number of the worker that it replaces; 0 when none. */
  @Column({ name: 'resubmit_of', type: 'int' }) resubmitOf!: number;
  @Column({ name: 'resubmit_cause', type: 'varchar', length: 16, nullable: true })
  resubmitCause!: ResubmitCause | null;
  @Column({ name: 'resubmit_delay_ms', type: 'int' }) resubmitDelayMs!: number;
  @Column({ name: 'total_resubmit_count', type: 'int' }) totalResubmitCount!: number;
}

@Entity({ name: 'job_events' })
export class JobEventEntity {
  @PrimaryColumn({ name: 'job_id', type: 'varchar', length: 300 }) jobId!: string;
  @PrimaryColumn({ type: 'bigint', transformer: { to: (value: number) => value, from: Number } })
  sequence!: number;
  @JsonColumn() event!: JobEvent;
}

/** An event of the job status stream (V1-STREAM-1). Events of the job itself have stage, index and number -1. */
export interface JobEvent {
  jobId: string;
  stageNum: number;
  workerIndex: number;
  workerNumber: number;
  hostname: string | null;
  type: 'INFO' | 'WARN' | 'ERROR';
  message: string;
  timestamp: number;
  state: string;
  reason: string;
  payloads: [];
}
