import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import {
  Batches,
  ErrorKind,
  ServiceError,
  Transactions,
  actingUser,
  currentRequestId,
  isDuplicateKey,
  isOutage,
  notFound,
  principalOf,
  requireOwner,
  type Transaction,
} from '@portolan/service';
import { validateBody } from '@portolan/validation';
import type { FastifyRequest } from 'fastify';
import { LaunchesService, type LaunchEntity } from '@portolan/launches';
import { AttachmentStoreService } from '../attachments/attachment-store.service';
import type { Attachments } from '../attachments/attachments';
import { readTags } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { RegistryCacheService } from '../registry/registry-cache.service';
import { isReferenceMissing } from '../query/foreign-key';
import { clientOf, newJob, readJobRequest, type Client, type JobNames } from '../jobs/job-request';
import type { JobEntity, JobRequest } from '../jobs/job.entity';
import { JobSubmission } from '../jobs/job-request.dto';
import { JobRepository } from '../jobs/job.repository';
import { JobResolverService, type Plan, type Refusal } from '../selection/job-resolver.service';
import { CompletionNoticesService } from '../notices/completion-notices.service';
import { ArchiveStatus, JobStatus, StatusMessage } from '../jobs/job-status';
import { SubmissionReaderService } from './submission-reader.service';
import { activeLimitOf, limitExceeded } from './active-limit';

/** Concurrent transactions of submissions: while one waits for the disk, the next is written. */
const STORED_AT_ONCE = 3;

/**
 * Writes beside a new job, in the transaction that stores the job.
 * @param failure why the job is stored as FAILED
 */
export type StoredWith = (transaction: Transaction, failure?: ServiceError) => Promise<void>;

interface Accepted extends Plan {
  job: JobEntity;
  requestId: string | undefined;
  storedWith: StoredWith | undefined;
}

/** Stores new jobs: runnable ones with their launch, the others as FAILED. */
@Injectable()
export class JobIntakeService {
  /** Writes concurrent submissions in one transaction. */
  private readonly accepted = new Batches<Accepted, LaunchEntity>({
    work: (items) => this.store(items),
    isolate: (error) => !isOutage(error),
    concurrency: STORED_AT_ONCE,
  });
  /** Sends offers after the response: the committed row guarantees that the job runs, the offer only makes it run soon. */
  private readonly offered = new Batches<LaunchEntity, void>({
    work: async (launches) => {
      await this.launches.send(launches);
      return launches.map(() => undefined);
    },
  });

  constructor(
    private readonly jobs: JobRepository,
    private readonly launches: LaunchesService,
    private readonly notices: CompletionNoticesService,
    private readonly transactions: Transactions,
  ) {}

  /** Stores a job that will run from now on. @throws the database's errors, as {@link JobRepository.insert} */
  async accept(job: JobEntity, plan: Plan, storedWith?: StoredWith): Promise<void> {
    const launch = await this.accepted.add({ ...plan, job, requestId: currentRequestId(), storedWith });
    void this.offered.add(launch);
  }

  /** Stores a job that cannot run, with notices of its end as for any other, and throws the reason. */
  async refuse(job: JobEntity, { error, selection }: Refusal, storedWith?: StoredWith): Promise<never> {
    const failed: JobEntity = {
      ...job,
      status: JobStatus.Failed,
      statusMsg: StatusMessage.NotResolved,
      archiveStatus: ArchiveStatus.NoFiles,
      selection,
    };
    await this.transactions.run(async (transaction) => {
      await this.jobs.insert([{ job: failed, applicationIds: [] }], transaction);
      await this.notices.ended(failed, Date.now(), transaction);
      await storedWith?.(transaction, error);
    });
    throw error;
  }

  private store(accepted: readonly Accepted[]): Promise<LaunchEntity[]> {
    return this.transactions.run(async (transaction) => {
      const launches = accepted.map(({ launch, requestId }) => ({ ...launch, requestId }));
      const created = await this.launches.createAll(launches, Date.now(), transaction);
      const jobs = accepted.map(({ job, columns, applicationIds }, index) => ({
        job: { ...job, ...columns, launchId: created[index]?.id ?? null },
        applicationIds,
      }));
      await this.jobs.insert(jobs, transaction);
      for (const { storedWith } of accepted) await storedWith?.(transaction);
      return created;
    });
  }
}

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
    private readonly intake: JobIntakeService,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /**
   * Accepts a submission, JSON or multipart.
   * @returns the job's id; from now on it will run
   * @throws ServiceError: malformed and tooLarge for an unreadable body, forbidden in another user's name, constraint for a
   * broken rule or without a match (the job is then stored as FAILED), exists when the client's id is in use, tooMany over the
   * user's limit, unavailable while submissions are off
   */
  async receive(httpRequest: FastifyRequest): Promise<string> {
    this.requireOpen();
    const { body, attachments } = await this.reader.read(httpRequest);
    return this.submit(httpRequest, attachments, () => {
      const submission = validateBody(JobSubmission, readTags(this.config.COMPATIBILITY, body));
      actingUser(principalOf(httpRequest), submission.user);
      return [submission, readJobRequest(submission, this.config)];
    });
  }

  /**
   * Submits the request of a job again, with its attachments, as a new job.
   * @param httpRequest identifies the caller
   * @returns the new job's id
   * @throws ServiceError: notFound, forbidden for a job of another user, and as {@link receive}
   */
  async rerun(id: string, httpRequest: FastifyRequest): Promise<string> {
    this.requireOpen();
    const job = await this.jobs.find(id);
    if (!job) throw notFound(`No job with id ${id} exists`);
    requireOwner(principalOf(httpRequest), job.user, `job ${id}`);
    const attachments = job.attachments && (await this.store.copy(job.attachments));
    return this.submit(httpRequest, attachments, () => [{ ...job, id: null }, job.request]);
  }

  /**
   * Submits a job that no request asks for now: that of a schedule.
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
    await this.requireRoom(job.user);
    if (job.attachments) await this.store.note(job.attachments.folder, job.id);
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.resolver.resolve(job, await this.registry.current());
      try {
        if ('error' in outcome) await this.intake.refuse(job, outcome, storedWith);
        else await this.intake.accept(job, outcome, storedWith);
        return job.id;
      } catch (error) {
        if (isDuplicateKey(error)) {
          const message = `A job with id ${job.id} already exists. Unable to reserve id.`;
          throw new ServiceError(ErrorKind.Exists, message);
        }
        if (attempt >= ATTEMPTS || !isReferenceMissing(error)) throw error;
      }
    }
  }

  /** @throws ServiceError (unavailable) while submissions are off */
  requireOpen(): void {
    if (this.config.JOB_SUBMISSION === 'on') return;
    throw new ServiceError(ErrorKind.Unavailable, this.config.JOB_SUBMISSION_OFF_MESSAGE);
  }

  /** Counts, then stores: concurrent submissions may exceed the limit (docs/contract/jobs.md, Submission). */
  private async requireRoom(user: string): Promise<void> {
    const { JOB_ACTIVE_LIMIT, JOB_ACTIVE_LIMIT_USERS } = this.config;
    const limit = activeLimitOf(user, JOB_ACTIVE_LIMIT, JOB_ACTIVE_LIMIT_USERS);
    if (limit === 0) return;
    const active = await this.jobs.countActive(user);
    if (active >= limit) throw limitExceeded(active, limit);
  }
}
