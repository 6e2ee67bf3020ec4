import { Injectable } from '@nestjs/common';
import { Launches } from '@portolan/launches';
import type { JobEntity } from './job.entity';
import { JobsService } from './jobs.service';

/** How a job is carried out: what it says itself, and what its launch does. */
export interface JobExecution {
  job: JobEntity;
  /** What the node told of its launcher; null before a node had the job. */
  launcher: Record<string, string> | null;
}

/** The executions of jobs. */
@Injectable()
export class JobExecutions {
  constructor(
    private readonly jobs: JobsService,
    private readonly launches: Launches,
  ) {}

  /** @throws ServiceError (notFound) */
  async of(jobId: string): Promise<JobExecution> {
    const job = await this.jobs.get(jobId);
    const launch = job.launchId === null ? null : await this.launches.find(job.launchId);
    return { job, launcher: launch?.snapshot?.launcher ?? null };
  }
}
