import { CountColumn, JsonColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Criterion } from '../criteria/criteria';
import type { Attachments } from '../attachments/attachments';
import type { CommonDocument } from '../registry/common-document';
import { StoredEntity } from '../registry/registry.entity';
import type { Runtime } from '../registry/runtime.dto';
import type { ArchiveStatus } from './archive-status';
import type { JobStatus, StatusChange } from './job-status';
import type { DependencyCondition, RetryCause, SecretRequest, WebhookRequest } from './job-request.dto';

/** The reason why a command was a candidate or not. */
export interface CommandExplanation {
  id: string;
  name: string;
  /** The merged criterion of command and job that matched a cluster; null when none did. */
  criterion: Criterion | null;
  clusters: string[];
}

/** The explanation of a selection; stored with the job. */
export interface SelectionExplanation {
  commands: CommandExplanation[];
  /** Number of matching commands, including those without an explanation. */
  matchingCommands: number;
  /** The reason that a selector gave for its choice. */
  rationale?: { command?: string | undefined; cluster?: string | undefined };
}

/** The webhook of a job. Its secret signs the calls and is never shown (V3-JOB-27). */
export type Webhook = WebhookRequest;

/** Another job that must have ended before a job starts. */
export interface Dependency {
  id: string;
  condition: DependencyCondition;
}

/** When and how often a job that fails is attempted again. */
export interface Retry {
  /** Attempts after the first one. */
  limit: number;
  on: RetryCause[];
  /** Exit codes that `exit` retries; empty: every one. */
  exitCodes: number[];
  delaySeconds: number;
  factor: number;
  maxDelaySeconds: number;
}

export interface JobArray {
  size: number;
  /** The indexes that run, `1,3,7-9`; null: all. */
  indexes: string | null;
  maxRunning: number | null;
}

type OptionalTexts = Record<
  'commandArgs' | 'group' | 'email' | 'grouping' | 'groupingInstance',
  string | null
>;

/** The request of a client, as it is stored and shown. */
export interface JobRequest extends CommonDocument, OptionalTexts {
  clusterCriterias: { tags: string[] }[];
  commandCriteria: string[];
  disableLogArchival: boolean;
  /** Seconds. */
  timeout: number | null;
  applications: string[];
  /** Includes `cpu` and `memory` of the request. */
  runtime: Runtime;
  /** Environment variables whose values the node gets from a provider; only references are stored here (V3-JOB-28). */
  secrets: SecretRequest[];
  webhook: Webhook | null;
  /** Undefined, which is 0, in requests stored by earlier releases. */
  priority?: number;
  /** Null without any; undefined in requests stored by earlier releases. */
  dependsOn?: Dependency[] | null;
  /** Absent like `dependsOn`. */
  retry?: Retry | null;
  /** Absent like `dependsOn`; null for elements of arrays. */
  array?: JobArray | null;
}

/** Value of `array_id` of jobs that are no elements: an equality, unlike NULL, keeps the order of every index. */
export const NO_ARRAY = '';

const emptyAsNull = {
  to: (id: string | null | undefined) => (id === null ? NO_ARRAY : id),
  from: (id: string | null) => (id === NO_ARRAY ? null : id),
};

/** One job. Times are ms since the epoch. */
@Entity({ name: 'jobs' })
export class JobEntity extends StoredEntity<JobStatus> {
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

  /** The job's states, oldest first; null: stored by a release that did not record them. */
  @JsonColumn({ nullable: true }) history!: StatusChange[] | null;

  @JsonColumn() request!: JobRequest;
  @JsonColumn({ nullable: true }) selection!: SelectionExplanation | null;
  /** The amounts that the job may use: request, command and defaults merged. */
  @JsonColumn({ nullable: true }) runtime!: Runtime | null;
  @CountColumn({ name: 'timeout_seconds', nullable: true }) timeoutSeconds!: number | null;

  @Column({ name: 'archive_status', type: 'varchar', length: 16 }) archiveStatus!: ArchiveStatus;
  @Column({ name: 'archive_location', type: 'varchar', length: 1024, nullable: true })
  archiveLocation!: string | null;

  @Column({ name: 'launch_id', type: 'varchar', length: 64, nullable: true }) launchId!: string | null;
  @MillisColumn({ name: 'kill_requested_at', nullable: true }) killRequestedAt!: number | null;
  @Column({ name: 'host_name', type: 'varchar', length: 1024, nullable: true }) hostName!: string | null;
  /** The node that runs or ran the last attempt; null until one claims it. */
  @Column({ name: 'node_id', type: 'varchar', length: 64, nullable: true }) nodeId!: string | null;
  @CountColumn({ name: 'process_id', nullable: true }) processId!: number | null;
  @Column({ name: 'exit_code', type: 'int', nullable: true }) exitCode!: number | null;
  @CountColumn({ name: 'std_out_size', nullable: true }) stdOutSize!: number | null;
  @CountColumn({ name: 'std_err_size', nullable: true }) stdErrSize!: number | null;

  @JsonColumn({ nullable: true }) attachments!: Attachments | null;
  @Column({ name: 'client_host', type: 'varchar', length: 255, nullable: true }) clientHost!: string | null;
  @Column({ name: 'user_agent', type: 'varchar', length: 2048, nullable: true }) userAgent!: string | null;
  /** Headers of the submission for selectors; null: none. */
  @JsonColumn({ name: 'client_headers', nullable: true }) clientHeaders!: Readonly<
    Record<string, string>
  > | null;

  /** The array that the job is an element of, and its index there; null for other jobs. */
  @Column({ name: 'array_id', type: 'varchar', length: 255, transformer: emptyAsNull }) arrayId!:
    string | null;
  @Column({ name: 'array_index', type: 'int', nullable: true }) arrayIndex!: number | null;
}

/** An application of a job, in the order of set-up. */
@Entity({ name: 'job_applications' })
export class JobApplicationEntity {
  @PrimaryColumn({ name: 'job_id', type: 'varchar', length: 255 }) jobId!: string;
  @PrimaryColumn({ type: 'int' }) position!: number;
  @Column({ name: 'application_id', type: 'varchar', length: 255 }) applicationId!: string;
}

export const JOB_ENTITIES = [JobEntity, JobApplicationEntity] as const;
