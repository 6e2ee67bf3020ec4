import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { clientOf } from '../jobs/client-headers';
import { newJob, readJobRequest, wantedBy } from '../jobs/job-request';
import { readSubmission } from '../jobs/read-submission';
import { StatusMessage } from '../jobs/status-message';
import type { JobEntity } from '../jobs/job.entity';
import { JobsService } from '../jobs/jobs.service';
import { RegistryCacheService } from '../registry/registry-cache.service';
import type { RegistrySnapshot } from '../registry/registry-snapshot';
import { JobResolverService } from './job-resolver.service';
import type { JobResolutionResponse, JobSelectionResponse, SelectionResponse } from './job-selection.dto';
import { explainOthers } from './select';

/** Explains the selection of a job, stored (V3-SEL-6) or in advance (V3-SEL-7). */
@Injectable()
export class SelectionExplanationService {
  constructor(
    private readonly jobs: JobsService,
    private readonly resolver: JobResolverService,
    private readonly registry: RegistryCacheService,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /**
   * The candidates are those at the time of submission; the reasons of all other resources follow from the registry as it is
   * now.
   * @throws ServiceError (notFound)
   */
  async ofJob(id: string): Promise<JobSelectionResponse> {
    const job = await this.jobs.get(id);
    const message = job.statusMsg === StatusMessage.NotResolved ? job.statusMsg : null;
    return { id, ...shown(job, await this.registry.current(), message) };
  }

  /** Returns the selection as of now; nothing is stored. @throws ServiceError (constraint, malformed) */
  async dryRun(body: unknown, httpRequest: FastifyRequest): Promise<JobResolutionResponse> {
    const submission = readSubmission(body, this.config);
    const request = readJobRequest(submission, this.config);
    const job = newJob(submission, request, clientOf(httpRequest, this.config.CLIENT_HEADERS), null);
    const registry = await this.registry.current();
    const outcome = await this.resolver.resolve(job, registry);
    if ('error' in outcome) {
      return shown({ ...job, selection: outcome.selection }, registry, outcome.error.message);
    }
    const { columns, applicationIds: applications } = outcome;
    const { runtime, timeoutSeconds: timeout } = columns;
    return { ...shown({ ...job, ...columns }, registry, null), applications, runtime, timeout };
  }
}

function shown(job: JobEntity, registry: RegistrySnapshot, message: string | null): SelectionResponse {
  const { clusterId, clusterName, commandId, commandName } = job;
  const explanation = job.selection ?? { commands: [], matchingCommands: 0 };
  return {
    resolved: clusterId !== null && commandId !== null,
    message,
    cluster: clusterId === null ? null : { id: clusterId, name: clusterName },
    command: commandId === null ? null : { id: commandId, name: commandName },
    matchingCommands: explanation.matchingCommands,
    rationale: explanation.rationale,
    candidates: explanation.commands,
    others: explainOthers(wantedBy(job.request), registry, explanation),
  };
}
