import { MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DependencyCondition } from '../jobs/job-request.dto';
import type { JobStatus } from '../jobs/job-status';

@Entity({ name: 'job_dependencies' })
export class JobDependencyEntity {
  @PrimaryColumn({ name: 'job_id', type: 'varchar', length: 255 }) jobId!: string;
  /** Position in the request, from 0. */
  @PrimaryColumn({ type: 'int' }) position!: number;
  @Column({ name: 'depends_on', type: 'varchar', length: 255 }) dependsOn!: string;
  @Column({ name: 'met_by', type: 'varchar', length: 16 }) metBy!: DependencyCondition;
  /** Final status of that job, once it has decided this dependency. */
  @Column({ name: 'ended_as', type: 'varchar', length: 16, nullable: true }) endedAs!: JobStatus | null;
}

/** An ended job with dependents that wait for their release. */
@Entity({ name: 'job_releases' })
export class JobReleaseEntity {
  @PrimaryColumn({ name: 'job_id', type: 'varchar', length: 255 }) jobId!: string;
  /** Time from which a controller may claim the release; in the future while one holds it. */
  @MillisColumn({ name: 'due_at' }) dueAt!: number;
}

export const DEPENDENCY_ENTITIES = [JobDependencyEntity, JobReleaseEntity] as const;
