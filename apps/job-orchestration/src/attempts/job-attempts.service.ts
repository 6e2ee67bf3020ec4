import { Injectable } from '@nestjs/common';
import { LaunchRepository } from '@portolan/launches';
import { notFound } from '@portolan/service';
import { JobsService } from '../jobs/jobs.service';
import { attemptFiles, showAttempt, type AttemptFiles } from './job-attempt';
import type { JobAttemptResponse } from './job-attempts.dto';
import { attemptOf } from './next-attempt';

/** The attempts of jobs: their launches. */
@Injectable()
export class JobAttemptsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly launches: LaunchRepository,
  ) {}

  /** Returns the attempts of a job, oldest first. @throws ServiceError (notFound) */
  async list(jobId: string): Promise<JobAttemptResponse[]> {
    const job = await this.jobs.get(jobId);
    return (await this.launches.ofSubject(job.id)).map((launch) => showAttempt(launch, job));
  }

  /** Returns where the files of one attempt are. @throws ServiceError (notFound), also for an attempt that never was */
  async filesOf(jobId: string, attempt: string): Promise<AttemptFiles> {
    const job = await this.jobs.get(jobId);
    const launches = await this.launches.ofSubject(job.id);
    const launch = launches.find(({ offer }) => String(attemptOf(offer.environment)) === attempt);
    if (!launch) throw notFound(`Job ${jobId} has no attempt ${attempt}`);
    return launch.id === job.launchId ? job : attemptFiles(launch);
  }
}
