import { Injectable } from '@nestjs/common';
import {
  ErrorKind,
  ServiceError,
  actingUser,
  isDuplicateKey,
  isOutage,
  notFound,
  principalOf,
  requireOwner,
} from '@portolan/service';
import { validateBody } from '@portolan/validation';
import type { FastifyRequest } from 'fastify';
import type { Attachments } from '../attachments/attachment-store.service';
import { SubmissionReader } from '../attachments/submission-reader.service';
import { readTags } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { RegistryCache } from '../registry/registry-cache.service';
import { isReferenceMissing } from '../search/foreign-key';
import { activeLimitOf, limitExceeded } from './active-limit';
import { clientOf, type Client } from './client';
import type { JobEntity } from './job.entity';
import { JobIntake } from './job-intake.service';
import { JobSubmission } from './job-request.dto';
import { readJobRequest } from './job-request';
import { JobRepository } from './job.repository';
import { JobResolver } from './job-resolver.service';
import { newJob } from './new-job';

/** How often a selection is made again when its resources were deleted meanwhile. */
const ATTEMPTS = 3;

/** Takes jobs: selects what they run with, inside the request, and offers their launch. */
@Injectable()
export class SubmissionService {
  constructor(
    private readonly reader: SubmissionReader,
    private readonly resolver: JobResolver,
    private readonly registry: RegistryCache,
    private readonly jobs: JobRepository,
    private readonly intake: JobIntake,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /**
   * Takes a submission as it came, JSON or multipart.
   *
   * @throws ServiceError as {@link submit}, malformed and tooLarge for what can't be read, forbidden in another's name.
   */
  async receive(request: FastifyRequest): Promise<string> {
    this.requireOpen();
    const submitted = await this.reader.read(request);
    try {
      const body = validateBody(JobSubmission, readTags(this.config.COMPATIBILITY, submitted.body));
      actingUser(principalOf(request), body.user);
      return await this.submit(body, this.client(request), submitted.attachments);
    } catch (error) {
      await this.discardUnlessTaken(submitted.attachments, error);
      throw error;
    }
  }

  /**
   * @returns the job's id; from now on it will run.
   * @throws ServiceError: constraint when a rule is broken or nothing matches (the job is then stored as FAILED),
   *   exists when the client's id is taken, tooMany over the user's limit, unavailable while no jobs are taken.
   */
  async submit(body: JobSubmission, client: Client, attachments: Attachments | null): Promise<string> {
    this.requireOpen();
    const request = readJobRequest(body, this.config);
    const job = newJob(body, request, client, attachments);
    return this.run(job);
  }

  /**
   * Submits the request of a job once more, with its attachments, as a new job.
   *
   * @param request who wants it
   * @returns the new job's id
   * @throws ServiceError: notFound, forbidden when it is another's, and as {@link submit}
   */
  async rerun(id: string, request: FastifyRequest): Promise<string> {
    this.requireOpen();
    const job = await this.jobs.find(id);
    if (!job) throw notFound(`No job with id ${id} exists`);
    requireOwner(principalOf(request), job.user, `job ${id}`);
    const attachments = job.attachments && (await this.reader.copy(job.attachments));
    try {
      return await this.run(newJob({ ...job, id: null }, job.request, this.client(request), attachments));
    } catch (error) {
      await this.discardUnlessTaken(attachments, error);
      throw error;
    }
  }

  private client(request: FastifyRequest): Client {
    return clientOf(request, this.config.CLIENT_HEADERS);
  }

  /** When the answer to a commit was lost the job may be there: what it was given is left to the clean-up then. */
  private async discardUnlessTaken(attachments: Attachments | null, error: unknown): Promise<void> {
    if (!isOutage(error)) await this.reader.discard({ body: undefined, attachments });
  }

  private async run(job: JobEntity): Promise<string> {
    await this.requireRoom(job.user);
    if (job.attachments) await this.reader.assign(job.attachments, job.id);
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.resolver.resolve(job, await this.registry.current());
      try {
        if ('error' in outcome) await this.intake.refuse(job, outcome);
        else await this.intake.accept(job, outcome);
        return job.id;
      } catch (error) {
        if (isDuplicateKey(error)) {
          throw new ServiceError(
            ErrorKind.Exists,
            `A job with id ${job.id} already exists. Unable to reserve id.`,
          );
        }
        if (attempt >= ATTEMPTS || !isReferenceMissing(error)) throw error;
      }
    }
  }

  private requireOpen(): void {
    if (this.config.JOB_SUBMISSION === 'on') return;
    throw new ServiceError(ErrorKind.Unavailable, this.config.JOB_SUBMISSION_OFF_MESSAGE);
  }

  /** Looks, then stores: submissions at the same moment may overshoot the limit (reference: jobs §10). */
  private async requireRoom(user: string): Promise<void> {
    const { JOB_ACTIVE_LIMIT, JOB_ACTIVE_LIMIT_USERS } = this.config;
    const limit = activeLimitOf(user, JOB_ACTIVE_LIMIT, JOB_ACTIVE_LIMIT_USERS);
    if (limit === 0) return;
    const active = await this.jobs.countActive(user);
    if (active >= limit) throw limitExceeded(active, limit);
  }
}
