import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import {
  ErrorKind,
  ServiceError,
  actingUser,
  isDuplicateKey,
  isOutage,
  principalOf,
  requireOwner,
} from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { JobArraysService } from '../arrays/job-arrays.service';
import { AttachmentStoreService } from '../attachments/attachment-store.service';
import type { Attachments } from '../attachments/attachments';
import { explainsStatus } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { constraint } from '../errors/error-format';
import { RegistryCacheService } from '../registry/registry-cache.service';
import { isReferenceMissing } from '../query/foreign-key';
import { clientOf, type Client } from '../jobs/client-headers';
import { newJob, readJobRequest, type JobNames } from '../jobs/job-request';
import type { JobEntity, JobRequest } from '../jobs/job.entity';
import { readSubmission } from '../jobs/read-submission';
import { JobRepository } from '../jobs/job.repository';
import { JobsService } from '../jobs/jobs.service';
import { JobResolverService, type Refusal } from '../selection/job-resolver.service';
import { refusalMessage } from '../selection/refusal-text';
import type { DependencyOutcome } from '../dependencies/dependency-outcome';
import { DependencyCheckService } from '../dependencies/dependency-check.service';
import { ArchiveStatus } from '../jobs/archive-status';
import { StatusMessage } from '../jobs/status-message';
import { SubmissionReaderService } from './submission-reader.service';
import { ActiveLimitService } from './active-limit.service';
import { JobIntakeService, alreadyExists, type Intake, type StoredWith } from './job-intake.service';

const MET: DependencyOutcome = { outcome: 'met' };

/** The client of jobs that the service submits by itself. */
const OWN_CLIENT: Client = { host: hostname(), userAgent: undefined, headers: {} };

/** Maximum number of selections when selected resources are deleted meanwhile. */
const ATTEMPTS = 3;

/** Accepts jobs: selects their resources within the request, and offers their launch. */
@Injectable()
export class SubmissionService {
  constructor(
    private readonly reader: SubmissionReaderService,
    private readonly store: AttachmentStoreService,
    private readonly resolver: JobResolverService,
    private readonly registry: RegistryCacheService,
    private readonly jobs: JobRepository,
    private readonly found: JobsService,
    private readonly arrays: JobArraysService,
    private readonly dependencies: DependencyCheckService,
    private readonly limit: ActiveLimitService,
    private readonly intake: JobIntakeService,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /**
   * Accepts a submission, JSON or multipart.
   * @returns the id of the stored job, which will run unless a job that it depends on has failed already
   * @throws ServiceError: malformed and tooLarge for an unreadable body, forbidden in another user's name, constraint for a
   * broken rule or without a match (the job is then stored as FAILED), exists when the client's id is in use, tooMany over the
   * user's limit, unavailable while submissions are off
   */
  async receive(httpRequest: FastifyRequest): Promise<string> {
    this.requireOpen();
    const { body, attachments } = await this.reader.read(httpRequest);
    return this.submit(httpRequest, attachments, () => {
      const submission = readSubmission(body, this.config);
      actingUser(principalOf(httpRequest), submission.user);
      return [submission, readJobRequest(submission, this.config)];
    });
  }

  /**
   * Submits the request of a job again, with its attachments, as a new job.
   * @param failedOnly whether only the elements of an array that failed run again, each with its index
   * @param httpRequest identifies the caller
   * @returns the new job's id
   * @throws ServiceError: notFound, forbidden for a job of another user, wrongState as {@link JobArraysService.ofFailed}, and
   * as {@link receive}
   */
  async rerun(id: string, failedOnly: boolean, httpRequest: FastifyRequest): Promise<string> {
    this.requireOpen();
    const job = await this.found.get(id);
    requireOwner(principalOf(httpRequest), job.user, `job ${id}`);
    const array = failedOnly ? await this.arrays.ofFailed(job) : job.request.array;
    // An element has the attachments of its array.
    const owner = job.arrayId === null ? job : await this.jobs.find(job.arrayId);
    const attachments = owner?.attachments ? await this.store.copy(owner.attachments) : null;
    return this.submit(httpRequest, attachments, () => [
      { ...job, id: null },
      { ...job.request, array },
    ]);
  }

  /**
   * Submits a job without a client's request: the job of a schedule.
   * @param storedWith is called in the transaction that stores the job, whether it will run or is FAILED
   * @throws ServiceError, as {@link receive}
   */
  async submitOwn(names: JobNames, request: JobRequest, storedWith: StoredWith): Promise<void> {
    this.requireOpen();
    await this.run(newJob(names, request, OWN_CLIENT, null), storedWith);
  }

  /** When the response to a commit was lost the job may exist: its attachments are then left to the sweep. */
  private async submit(
    httpRequest: FastifyRequest,
    attachments: Attachments | null,
    read: () => readonly [JobNames, JobRequest],
  ): Promise<string> {
    try {
      const [names, request] = read();
      const client = clientOf(httpRequest, this.config.CLIENT_HEADERS);
      return await this.run(newJob(names, request, client, attachments));
    } catch (error) {
      if (attachments && !isOutage(error)) await this.store.remove(attachments);
      throw error;
    }
  }

  private async run(job: JobEntity, storedWith?: StoredWith): Promise<string> {
    await this.limit.check(job.user);
    const { dependsOn } = job.request;
    const dependencies = dependsOn ? await this.dependencies.check(dependsOn) : undefined;
    if (job.attachments) await this.store.note(job.attachments.folder, job.id);
    for (let attempt = 1; ; attempt++) {
      try {
        await this.take({ job, dependencies, storedWith });
        return job.id;
      } catch (error) {
        if (isDuplicateKey(error)) throw alreadyExists(job.id);
        if (attempt >= ATTEMPTS || !isReferenceMissing(error)) throw error;
      }
    }
  }

  /** Selects and stores. A waiting job only needs a possible selection; its own selection follows at its start. */
  private async take(intake: Intake): Promise<void> {
    const { job, dependencies } = intake;
    const found = await this.resolver.resolve(job, await this.registry.current());
    if ('error' in found) {
      const { selection } = found;
      const error = this.refusal(found, job);
      await this.intake.refuse(intake, { statusMsg: StatusMessage.NotResolved, selection }, error);
      throw error;
    }
    const { outcome = MET } = dependencies ?? {};
    switch (outcome.outcome) {
      case 'met':
        return job.request.array ? this.intake.open(intake) : this.intake.accept(intake, found);
      case 'open':
        return this.intake.wait(
          intake,
          outcome.statusMsg,
          found.columns.archiveStatus ?? ArchiveStatus.Disabled,
        );
      case 'unmet':
        return this.intake.refuse(intake, { statusMsg: outcome.statusMsg, selection: null });
    }
  }

  /** Returns the error of a job that cannot run. When nothing matches, the message has the reason and the address of the details. */
  private refusal({ error, reason }: Refusal, { id }: JobEntity): ServiceError {
    const { API_RELEASE, COMPATIBILITY } = this.config;
    if (reason === undefined || !explainsStatus(API_RELEASE, COMPATIBILITY)) return error;
    return constraint(refusalMessage(error.message, reason, id));
  }

  /** @throws ServiceError (unavailable) while submissions are off */
  requireOpen(): void {
    if (this.config.JOB_SUBMISSION === 'on') return;
    throw new ServiceError(ErrorKind.Unavailable, this.config.JOB_SUBMISSION_OFF_MESSAGE);
  }
}
