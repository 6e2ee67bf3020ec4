import { CountColumn, JsonColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Attachments } from '../attachments/attachment-store.service';
import type { Runtime } from '../registry/runtime';
import type { ArchiveStatus } from './archive-status';
import type { Client } from './client';
import type { JobRequest } from './job-request';
import type { JobStatus } from './job-status';
import type { StatusChange } from './status-history';
import type { SelectionExplanation } from './selection/select';

/** One job. Times are ms since the epoch. */
@Entity({ name: 'jobs' })
export class JobEntity {
  @PrimaryColumn({ type: 'varchar', length: 255 }) id!: string;
  @MillisColumn() created!: number;
  @MillisColumn() updated!: number;
  @Column({ type: 'varchar', length: 255 }) name!: string;
  @Column({ type: 'varchar', length: 255 }) user!: string;
  @Column({ type: 'varchar', length: 255 }) version!: string;
  @Column({ type: 'varchar', length: 16 }) status!: JobStatus;
  @Column({ name: 'status_msg', type: 'varchar', length: 255, nullable: true }) statusMsg!: string | null;
  @MillisColumn({ nullable: true }) started!: number | null;
  @MillisColumn({ nullable: true }) finished!: number | null;

  @Column({ name: 'cluster_id', type: 'varchar', length: 255, nullable: true }) clusterId!: string | null;
  @Column({ name: 'cluster_name', type: 'varchar', length: 255, nullable: true }) clusterName!: string | null;
  @Column({ name: 'command_id', type: 'varchar', length: 255, nullable: true }) commandId!: string | null;
  @Column({ name: 'command_name', type: 'varchar', length: 255, nullable: true }) commandName!: string | null;
  @Column({ type: 'varchar', length: 255, nullable: true }) grouping!: string | null;
  @Column({ name: 'grouping_instance', type: 'varchar', length: 255, nullable: true })
  groupingInstance!: string | null;

  /** The states that it has been in, oldest first; null: stored by a release that did not keep them. */
  @JsonColumn({ nullable: true }) history!: StatusChange[] | null;

  @JsonColumn() request!: JobRequest;
  @JsonColumn({ nullable: true }) selection!: SelectionExplanation | null;
  /** What the job may use: request, command and defaults merged. */
  @JsonColumn({ nullable: true }) runtime!: Runtime | null;
  @CountColumn({ name: 'timeout_seconds', nullable: true }) timeoutSeconds!: number | null;

  @Column({ name: 'archive_status', type: 'varchar', length: 16 }) archiveStatus!: ArchiveStatus;
  @Column({ name: 'archive_location', type: 'varchar', length: 1024, nullable: true })
  archiveLocation!: string | null;

  @Column({ name: 'launch_id', type: 'varchar', length: 64, nullable: true }) launchId!: string | null;
  @MillisColumn({ name: 'kill_requested_at', nullable: true }) killRequestedAt!: number | null;
  @Column({ name: 'host_name', type: 'varchar', length: 1024, nullable: true }) hostName!: string | null;
  @CountColumn({ name: 'process_id', nullable: true }) processId!: number | null;
  @Column({ name: 'exit_code', type: 'int', nullable: true }) exitCode!: number | null;
  @CountColumn({ name: 'std_out_size', nullable: true }) stdOutSize!: number | null;
  @CountColumn({ name: 'std_err_size', nullable: true }) stdErrSize!: number | null;

  @JsonColumn({ nullable: true }) attachments!: Attachments | null;
  @Column({ name: 'client_host', type: 'varchar', length: 255, nullable: true }) clientHost!: string | null;
  @Column({ name: 'user_agent', type: 'varchar', length: 2048, nullable: true }) userAgent!: string | null;
  /** Headers of the submission that selectors look at; null: none. */
  @JsonColumn({ name: 'client_headers', nullable: true }) clientHeaders!: Client['headers'] | null;
}

/** An application that a job ran with, in the order of set-up. */
@Entity({ name: 'job_applications' })
export class JobApplicationEntity {
  @PrimaryColumn({ name: 'job_id', type: 'varchar', length: 255 }) jobId!: string;
  @PrimaryColumn({ type: 'int' }) position!: number;
  @Column({ name: 'application_id', type: 'varchar', length: 255 }) applicationId!: string;
}

export const JOB_ENTITIES = [JobEntity, JobApplicationEntity] as const;
