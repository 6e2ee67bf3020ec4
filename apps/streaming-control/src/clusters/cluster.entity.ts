import { CountColumn, FlagColumn, JsonColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SchedulingInfo } from '../scheduling/stage-response';
import type { NameAndValue } from './name-and-value';
import type { CronPolicy, Sla } from './cluster-sla';
import type { MigrationConfig } from './migration-config';

/** Fields of a job cluster about who runs it. */
export const OWNER_FIELDS = ['name', 'teamName', 'description', 'contactEmail', 'repo'] as const;
export type ClusterOwner = Record<(typeof OWNER_FIELDS)[number], string>;

/** A job cluster. Times in ms since the epoch. */
@Entity({ name: 'clusters' })
export class JobClusterEntity {
  @PrimaryColumn({ type: 'varchar', length: 255 }) name!: string;
  /** The user who created it, the only one who may delete it. */
  @Column({ name: 'user_name', type: 'varchar', length: 255 }) user!: string;
  @JsonColumn() owner!: ClusterOwner;
  @JsonColumn() parameters!: NameAndValue[];
  @JsonColumn() labels!: NameAndValue[];
  @JsonColumn({ name: 'migration_config' }) migrationConfig!: MigrationConfig;
  @FlagColumn({ name: 'is_ready_for_job_master' }) isReadyForJobMaster!: boolean;
  @Column({ name: 'sla_min', type: 'int' }) slaMin!: number;
  @Column({ name: 'sla_max', type: 'int' }) slaMax!: number;
  @Column({ name: 'cron_spec', type: 'varchar', length: 512, nullable: true }) cronSpec!: string | null;
  @Column({ name: 'cron_policy', type: 'varchar', length: 16, nullable: true })
  cronPolicy!: CronPolicy | null;
  @FlagColumn() disabled!: boolean;
  /**
   * Whether the running jobs of a disabled cluster continue: a refused update, not a user, disabled the cluster (V1-ENABLE-6).
   */
  @FlagColumn({ name: 'keeps_jobs' }) keepsJobs!: boolean;
  /** The number of the newest job; never decreases. */
  @CountColumn({ name: 'last_job_count' }) lastJobCount!: number;
  @Column({ name: 'latest_version_number', type: 'int' }) latestVersionNumber!: number;
  @MillisColumn({ name: 'created_at' }) createdAt!: number;
}

/** A version of a cluster; immutable, and removed with the cluster only. */
@Entity({ name: 'cluster_versions' })
export class JobClusterVersionEntity {
  @PrimaryColumn({ type: 'varchar', length: 255 }) cluster!: string;
  /** Counts from 1. */
  @PrimaryColumn({ type: 'int' }) number!: number;
  @Column({ type: 'varchar', length: 255 }) version!: string;
  @Column({ type: 'varchar', length: 2048 }) url!: string;
  @MillisColumn({ name: 'uploaded_at' }) uploadedAt!: number;
  @JsonColumn({ name: 'scheduling_info' }) schedulingInfo!: SchedulingInfo;
}

export type ArtifactVersion = Pick<JobClusterVersionEntity, 'url' | 'version' | 'schedulingInfo'>;

export const slaOf = ({ slaMin: min, slaMax: max, cronSpec, cronPolicy }: JobClusterEntity): Sla => {
  return { min, max, cronSpec, cronPolicy };
};

export const slaColumns = ({ min: slaMin, max: slaMax, cronSpec, cronPolicy }: Sla) => {
  return { slaMin, slaMax, cronSpec, cronPolicy };
};
