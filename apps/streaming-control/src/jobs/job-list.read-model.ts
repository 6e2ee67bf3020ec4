import { Injectable } from '@nestjs/common';
import { DataSource, In, type FindOptionsWhere } from 'typeorm';
import type { JobParts } from './job-record';
import { JobEntity, StageEntity, WorkerEntity } from './job.entity';
import { ACTIVE_JOB_STATES, JobState } from './job-states';
import { WorkerRepository } from './worker.repository';

/** Which jobs a list asks for. */
export type JobScope = 'active' | 'terminal' | 'all';

const STATES: Readonly<Record<JobScope, readonly JobState[]>> = {
  active: ACTIVE_JOB_STATES,
  terminal: Object.values(JobState).filter((state) => !ACTIVE_JOB_STATES.includes(state)),
  all: Object.values(JobState),
};

/** Reads lists of jobs. */
@Injectable()
export class JobListReadModel {
  constructor(
    private readonly source: DataSource,
    private readonly workers: WorkerRepository,
  ) {}

  /** Jobs in the order of their submission. @param cluster all clusters when absent */
  async jobs(scope: JobScope, cluster?: string): Promise<JobEntity[]> {
    const where: FindOptionsWhere<JobEntity> = { state: In([...STATES[scope]]) };
    if (cluster !== undefined) where.cluster = cluster;
    return this.source.manager.find(JobEntity, { where, order: { submittedAt: 'ASC', id: 'ASC' } });
  }

  /** Stages and current workers of the jobs, in two queries. */
  async withParts(jobs: readonly JobEntity[]): Promise<JobParts[]> {
    const ids = jobs.map((job) => job.id);
    if (ids.length === 0) return [];
    const [stages, workers] = await Promise.all([
      this.source.manager.find(StageEntity, {
        where: { jobId: In(ids) },
        order: { jobId: 'ASC', stageNum: 'ASC' },
      }),
      this.workers.currentOfAll(ids),
    ]);
    const stagesOf = groupByJob<StageEntity>(stages);
    const workersOf = groupByJob<WorkerEntity>(workers);
    return jobs.map((job) => {
      const own = stagesOf.get(job.id) ?? [];
      return { job, stages: own, numStages: own.length, workers: workersOf.get(job.id) ?? [] };
    });
  }
}

function groupByJob<T extends { jobId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.jobId);
    if (group) group.push(row);
    else groups.set(row.jobId, [row]);
  }
  return groups;
}
