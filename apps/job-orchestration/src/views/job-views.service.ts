import { Injectable } from '@nestjs/common';
import { LaunchesService } from '@portolan/launches';
import { notFound } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import { JobsService } from '../jobs/jobs.service';
import type { ResourceEntity } from '../registry/registry.entity';
import { RegistryRepository } from '../registry/registry.repository';
import { RegistryService } from '../registry/registry.service';
import type { CommandDocument } from '../registry/resource-document';
import { APPLICATION, CLUSTER, COMMAND, checkDelayIn, type ResourceKind } from '../registry/resource-kind';
import type { JobExecution } from './job-view';

/** Finds the resources of a job. Each method throws ServiceError (notFound) for an unknown job. */
@Injectable()
export class JobViewsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly repository: JobRepository,
    private readonly launches: LaunchesService,
    private readonly registry: RegistryService,
    private readonly resources: RegistryRepository,
    private readonly config: JobOrchestrationConfig,
  ) {}

  async execution(id: string): Promise<JobExecution> {
    const job = await this.jobs.get(id);
    const launch = job.launchId === null ? null : await this.launches.find(job.launchId);
    return {
      job,
      launcher: launch?.snapshot?.launcher ?? null,
      attemptStarted: launch?.snapshot?.startedAt ?? job.started,
      checkDelay: await this.checkDelayOf(job),
    };
  }

  /** Returns the cluster of the job. @throws ServiceError (notFound) also when none was selected */
  cluster(id: string): Promise<ResourceEntity> {
    return this.selected(id, CLUSTER, 'clusterId');
  }

  /** Returns the command of the job, as {@link cluster}. */
  command(id: string): Promise<ResourceEntity> {
    return this.selected(id, COMMAND, 'commandId');
  }

  async applications(id: string): Promise<ResourceEntity[]> {
    const ids = await this.repository.applicationIdsOf((await this.jobs.get(id)).id);
    return this.resources.findAll(APPLICATION, ids);
  }

  private async selected(id: string, kind: ResourceKind, of: 'clusterId' | 'commandId') {
    const { [of]: selected } = await this.jobs.get(id);
    if (selected === null) throw notFound(`Job ${id} has no associated ${kind.noun}`);
    return this.registry.get(kind, selected);
  }

  private async checkDelayOf({ commandId }: JobEntity): Promise<number | null> {
    const release = this.config.API_RELEASE;
    if (release === '4.3' || commandId === null) return null;
    const command = await this.resources.find(COMMAND, commandId);
    return command && checkDelayIn(command.document as CommandDocument, release);
  }
}
