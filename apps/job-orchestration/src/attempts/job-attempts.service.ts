import { Injectable } from '@nestjs/common';
import { LaunchRepository } from '@portolan/launches';
import { notFound } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { JobEntity } from '../jobs/job.entity';
import { JobsService } from '../jobs/jobs.service';
import { attemptFiles, showAttempt, type AttemptFiles } from './job-attempt';
import type { JobAttemptResponse } from './job-attempts.dto';
import { attemptOf } from './next-attempt';

const FIRST_ATTEMPT = 1;

/** The files of an attempt, its number from 1, and whether it is the latest one. */
export interface FoundAttempt {
  files: AttemptFiles;
  number: number;
  isLatest: boolean;
}

/** The attempts of jobs: their launches. */
@Injectable()
export class JobAttemptsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly launches: LaunchRepository,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** Returns the attempts of a job, oldest first. @throws ServiceError (notFound) */
  async list(jobId: string): Promise<JobAttemptResponse[]> {
    const job = await this.jobs.get(jobId);
    const { COMPATIBILITY } = this.config;
    return (await this.launches.ofSubject(job.id)).map((launch) => showAttempt(launch, job, COMPATIBILITY));
  }

  /**
   * Returns the place of the files of an attempt.
   * @param attempt the number in the client's request; undefined: the latest attempt
   * @throws ServiceError (notFound) for an attempt that does not exist
   */
  async filesOf(job: JobEntity, attempt: string | undefined): Promise<FoundAttempt> {
    if (attempt === undefined && !job.request.retry)
      return { files: job, number: FIRST_ATTEMPT, isLatest: true };
    const launches = await this.launches.ofSubject(job.id);
    const numbered = launches.map((launch) => ({ launch, number: attemptOf(launch.offer.environment) }));
    const latest = numbered.find(({ launch }) => launch.id === job.launchId);
    if (attempt === undefined) return { files: job, number: latest?.number ?? FIRST_ATTEMPT, isLatest: true };
    const found = numbered.find(({ number }) => String(number) === attempt);
    if (!found) throw notFound(`Job ${job.id} has no attempt ${attempt}`);
    const isLatest = found === latest;
    return { files: isLatest ? job : attemptFiles(found.launch), number: found.number, isLatest };
  }
}
