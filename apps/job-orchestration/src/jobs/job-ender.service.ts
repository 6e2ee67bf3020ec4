import { Injectable } from '@nestjs/common';
import { Launches } from '@portolan/launches';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import type { JobEntity } from './job.entity';
import { JobRepository } from './job.repository';

/** Ends jobs because a user wants it. */
@Injectable()
export class JobEnder {
  constructor(
    private readonly jobs: JobRepository,
    private readonly launches: Launches,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /**
   * Ends a job; one that is over stays as it is. A job that no node has is KILLED when this returns; a running one
   * when its node reports (a node that can't be reached now is told when it is back).
   */
  async end({ id, launchId }: Pick<JobEntity, 'id' | 'launchId'>): Promise<void> {
    if (launchId === null) return;
    await this.jobs.requestKill(id, Date.now());
    await this.launches.stop(launchId, this.config.JOB_KILL_GRACE_MS);
  }
}
