import { CountColumn, FlagColumn, JsonColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Label } from '../jobs/submit-resolution';
import type { SchedulingInfo } from '../scheduling/scheduling-info';
import type { CronPolicy } from '../sla/sla-limits';

export interface ClusterOwner {
  name: string;
  teamName: string;
  description: string;
  contactEmail: string;
  repo: string;
}

export interface Parameter {
  name: string;
  value: string;
}

export interface MigrationConfig {
  strategy: string;
  configString: string;
}

/** A job cluster. Times in ms since the epoch. */
@Entity({ name: 'clusters' })
export class ClusterEntity {
  @PrimaryColumn({ type: 'varchar', length: 255 }) name!: string;
  /** Who created it; only this user may delete it. */
  @Column({ name: 'user_name', type: 'varchar', length: 255 }) user!: string;
  @JsonColumn() owner!: ClusterOwner;
  @JsonColumn() parameters!: Parameter[];
  @JsonColumn() labels!: Label[];
  @JsonColumn({ name: 'migration_config' }) migrationConfig!: MigrationConfig;
  @FlagColumn({ name: 'is_ready_for_job_master' }) isReadyForJobMaster!: boolean;
  @Column({ name: 'sla_min', type: 'int' }) slaMin!: number;
  @Column({ name: 'sla_max', type: 'int' }) slaMax!: number;
  @Column({ name: 'cron_spec', type: 'varchar', length: 512, nullable: true }) cronSpec!: string | null;
  @Column({ name: 'cron_policy', type: 'varchar', length: 16, nullable: true })
  cronPolicy!: CronPolicy | null;
  @FlagColumn() disabled!: boolean;
  /** Of a disabled cluster: its running jobs go on, because an update was refused and nobody asked to disable it. */
  @FlagColumn({ name: 'keeps_jobs' }) keepsJobs!: boolean;
  /** Number of the newest job; never goes back. */
  @CountColumn({ name: 'last_job_count' }) lastJobCount!: number;
  @Column({ name: 'latest_version_number', type: 'int' }) latestVersionNumber!: number;
  @MillisColumn({ name: 'created_at' }) createdAt!: number;
}

/** One version of a cluster; never changed, never removed while the cluster lives. */
@Entity({ name: 'cluster_versions' })
export class ClusterVersionEntity {
  @PrimaryColumn({ type: 'varchar', length: 255 }) cluster!: string;
  /** 1 for the first. */
  @PrimaryColumn({ type: 'int' }) number!: number;
  @Column({ type: 'varchar', length: 255 }) version!: string;
  @Column({ type: 'varchar', length: 2048 }) url!: string;
  @MillisColumn({ name: 'uploaded_at' }) uploadedAt!: number;
  @JsonColumn({ name: 'scheduling_info' }) schedulingInfo!: SchedulingInfo;
}
