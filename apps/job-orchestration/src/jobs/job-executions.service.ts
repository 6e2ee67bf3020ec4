import { Injectable } from '@nestjs/common';
import { Launches } from '@portolan/launches';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { RegistryRepository } from '../registry/registry.repository';
import type { CommandDocument } from '../registry/resource-document';
import { COMMAND, checkDelayIn } from '../registry/resource-kind';
import type { JobEntity } from './job.entity';
import { JobsService } from './jobs.service';

/** How a job is carried out: what it says itself, and what its launch does. */
export interface JobExecution {
  job: JobEntity;
  /** What the node told of its launcher; null before a node had the job. */
  launcher: Record<string, string> | null;
  /** Of its command, ms; 4.3 does not show it (reference: jobs §0). */
  checkDelay: number | null;
}

/** The executions of jobs. */
@Injectable()
export class JobExecutions {
  constructor(
    private readonly jobs: JobsService,
    private readonly launches: Launches,
    private readonly resources: RegistryRepository,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** @throws ServiceError (notFound) */
  async of(jobId: string): Promise<JobExecution> {
    const job = await this.jobs.get(jobId);
    const launch = job.launchId === null ? null : await this.launches.find(job.launchId);
    return {
      job,
      launcher: launch?.snapshot?.launcher ?? null,
      checkDelay: await this.checkDelayOf(job),
    };
  }

  private async checkDelayOf({ commandId }: JobEntity): Promise<number | null> {
    const release = this.config.API_RELEASE;
    if (release === '4.3' || commandId === null) return null;
    const command = await this.resources.find(COMMAND, commandId);
    return command && checkDelayIn(command.document as CommandDocument, release);
  }
}
