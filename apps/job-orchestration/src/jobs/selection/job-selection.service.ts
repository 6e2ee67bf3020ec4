import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { JobOrchestrationConfig } from '../../job-orchestration-config';
import { RegistryCache } from '../../registry/registry-cache.service';
import type { RegistrySnapshot } from '../../registry/registry-snapshot';
import { clientOf } from '../client';
import type { JobEntity } from '../job.entity';
import { readJobRequest, wantedBy } from '../job-request';
import type { JobSubmission } from '../job-request.dto';
import { JobResolver } from '../job-resolver.service';
import { JobsService } from '../jobs.service';
import { newJob } from '../new-job';
import { StatusMessage } from '../status-message';
import { explainOthers } from './explain-others';

/** Says why a job runs where it runs, and where one would run (design: addresses of what is added). */
@Injectable()
export class JobSelectionService {
  constructor(
    private readonly jobs: JobsService,
    private readonly resolver: JobResolver,
    private readonly registry: RegistryCache,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /**
   * The candidates are those of the moment of submission; why all others were none is told of the registry
   * as it is now.
   *
   * @throws ServiceError (notFound)
   */
  async ofJob(id: string): Promise<object> {
    const job = await this.jobs.get(id);
    return {
      id,
      ...shown(
        job,
        await this.registry.current(),
        job.statusMsg === StatusMessage.NotResolved ? job.statusMsg : null,
      ),
    };
  }

  /** What would be selected now; nothing is stored. @throws ServiceError (constraint, malformed) */
  async dryRun(body: JobSubmission, from: FastifyRequest): Promise<object> {
    const request = readJobRequest(body, this.config);
    const job = newJob(body, request, clientOf(from, this.config.CLIENT_HEADERS), null);
    const registry = await this.registry.current();
    const outcome = await this.resolver.resolve(job, registry);
    if ('error' in outcome) {
      return shown({ ...job, selection: outcome.selection }, registry, outcome.error.message);
    }
    return {
      ...shown({ ...job, ...outcome.columns }, registry, null),
      applications: outcome.applicationIds,
      runtime: outcome.columns.runtime,
      timeout: outcome.columns.timeoutSeconds,
    };
  }
}

function shown(job: JobEntity, registry: RegistrySnapshot, message: string | null): object {
  const explanation = job.selection ?? { commands: [], matchingCommands: 0 };
  return {
    resolved: job.clusterId !== null && job.commandId !== null,
    message,
    cluster: job.clusterId === null ? null : { id: job.clusterId, name: job.clusterName },
    command: job.commandId === null ? null : { id: job.commandId, name: job.commandName },
    matchingCommands: explanation.matchingCommands,
    rationale: explanation.rationale,
    candidates: explanation.commands,
    others: explainOthers(wantedBy(job.request), registry, explanation),
  };
}
