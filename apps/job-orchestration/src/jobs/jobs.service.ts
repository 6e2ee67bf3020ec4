import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { JobEntity } from './job.entity';
import { ArrayElementsService } from './array-elements.service';
import { statusIn } from './job-status';

@Injectable()
export class JobsService {
  constructor(
    private readonly jobs: ArrayElementsService,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** Returns a job, or an element of an array that has no row yet. @throws ServiceError (notFound) */
  async get(id: string): Promise<JobEntity> {
    const job = await this.jobs.find(id);
    if (!job) throw notFound(`No job with id ${id} exists`);
    return job;
  }

  /** Returns the job's state as clients of the release know it. @throws ServiceError (notFound) */
  async status(id: string): Promise<string> {
    return statusIn(this.config.API_RELEASE, (await this.get(id)).status);
  }
}
