import { Injectable } from '@nestjs/common';
import { JobsService } from '../jobs/jobs.service';
import { isMet } from './dependency-outcome';
import type { JobDependenciesResponse } from './job-dependencies.dto';
import { JobDependencyRepository } from './job-dependency.repository';
import { DependencyStatusesService } from './dependency-statuses.service';

@Injectable()
export class JobDependenciesService {
  constructor(
    private readonly jobs: JobsService,
    private readonly judged: DependencyStatusesService,
    private readonly repository: JobDependencyRepository,
  ) {}

  /** @throws ServiceError (notFound) */
  async of(id: string): Promise<JobDependenciesResponse> {
    const job = await this.jobs.get(id);
    const judged = await this.judged.of([job.id]);
    const dependsOn = (judged.get(job.id)?.dependencies ?? []).map((one) => ({ ...one, met: isMet(one) }));
    return { dependsOn, dependents: await this.repository.dependentsOf(job.id) };
  }
}
