import { randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Launches, type LaunchEntity, type NewLaunch } from '@portolan/launches';
import {
  ErrorKind,
  ServiceError,
  Transactions,
  currentRequestId,
  isDuplicateKey,
  notFound,
} from '@portolan/service';
import { validate } from '@portolan/validation';
import type { FastifyRequest } from 'fastify';
import type { Attachments } from '../attachments/attachment-store.service';
import { SubmissionReader } from '../attachments/submission-reader.service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { RegistryCache } from '../registry/registry-cache.service';
import type { RegistrySnapshot } from '../registry/registry-snapshot';
import { idOrNew } from '../registry/resource-id';
import { mergeRuntimes, type Runtime } from '../registry/runtime';
import { isReferenceMissing } from '../search/foreign-key';
import { activeLimitOf, limitExceeded } from './active-limit';
import { ArchiveStatus } from './archive-status';
import { Batches } from '../batches/batches';
import type { JobEntity } from './job.entity';
import { JobSubmission } from './job-request.dto';
import { readJobRequest, wantedBy, type JobRequest } from './job-request';
import { JobRepository } from './job.repository';
import { JobStatus } from './job-status';
import { JobFilesError } from './launch/job-files';
import { jobLaunch } from './launch/job-launch';
import { select, type SelectionExplanation } from './selection/select';
import { StatusMessage } from './status-message';

/** Who submits. */
export interface Client {
  host: string;
  userAgent: string | undefined;
}

/** How often a selection is made again when its resources were deleted meanwhile. */
const ATTEMPTS = 3;
const USER_AGENT_LENGTH = 2048;

/** A job that can't run, and why. The job is stored as FAILED all the same. */
interface Refusal {
  error: ServiceError;
  selection: SelectionExplanation | null;
}

/** A job that can run. */
interface Plan {
  launch: NewLaunch;
  columns: Partial<JobEntity>;
  applicationIds: string[];
}

/** A job that can run and the request that brought it. */
interface Accepted extends Plan {
  job: JobEntity;
  requestId: string | undefined;
}

/** A committed launch that is to be offered. */
interface Offered {
  launch: LaunchEntity;
  requestId: string | undefined;
}

/** Takes jobs: selects what they run with, inside the request, and offers their launch. */
@Injectable()
export class SubmissionService {
  /** What is submitted at the same time is written in one transaction. */
  private readonly accepted = new Batches<Accepted, LaunchEntity>({
    work: (items) => this.store(items),
    isolate: (error) => isDuplicateKey(error) || isReferenceMissing(error),
  });
  /** Sent behind the answer: the committed row is the promise, the offer only makes it soon. */
  private readonly offered = new Batches<Offered, void>({ work: (items) => this.send(items) });

  constructor(
    private readonly reader: SubmissionReader,
    private readonly registry: RegistryCache,
    private readonly jobs: JobRepository,
    private readonly launches: Launches,
    private readonly transactions: Transactions,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /**
   * Takes a submission as it came, JSON or multipart.
   *
   * @throws ServiceError as {@link submit}, malformed and tooLarge for what can't be read.
   */
  async receive(request: FastifyRequest, client: Client): Promise<string> {
    this.requireOpen();
    const submitted = await this.reader.read(request);
    try {
      return await this.submit(validate(JobSubmission, submitted.body), client, submitted.attachments);
    } catch (error) {
      await this.reader.discard(submitted);
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
    const request = readJobRequest(body, this.config.JOB_MAX_MEMORY_MB);
    const job = this.newJob(body, request, client, attachments);
    await this.requireRoom(job.user);
    for (let attempt = 1; ; attempt++) {
      const outcome = this.resolve(job, await this.registry.current());
      try {
        if ('error' in outcome) await this.refuse(job, outcome);
        else await this.accept(job, outcome);
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

  /** Chooses command, cluster and applications, and makes the launch. No I/O. */
  private resolve(job: JobEntity, registry: RegistrySnapshot): Plan | Refusal {
    const { request } = job;
    const selection = select(wantedBy(request), registry, randomInt);
    const { explanation } = selection;
    if (selection.outcome !== 'selected') {
      return { error: new ServiceError(ErrorKind.Constraint, selection.message), selection: explanation };
    }
    const { cluster, command } = selection;
    const applicationIds =
      request.applications.length > 0 ? request.applications : [...command.applicationIds];
    const unknown = applicationIds.find((id) => !registry.applications.has(id));
    if (unknown !== undefined) {
      return { error: notFound(`No application with id ${unknown} exists`), selection: explanation };
    }
    const applications = applicationIds.flatMap((id) => registry.applications.get(id) ?? []);
    const asked = mergeRuntimes(request.runtime, command.document.runtime);
    const runtime = mergeRuntimes(asked, this.defaults());
    const timeoutSeconds = request.timeout ?? this.config.JOB_DEFAULT_TIMEOUT_SECONDS;
    try {
      const launch = jobLaunch({
        ...job,
        cluster,
        command,
        applications,
        memoryMb: runtime.resources.memoryMb ?? this.config.JOB_DEFAULT_MEMORY_MB,
        reservedMb: asked.resources.memoryMb ?? this.config.JOB_RESERVED_MEMORY_MB,
        timeoutSeconds,
        killGraceMs: this.config.JOB_KILL_GRACE_MS,
        agentCluster: this.config.JOB_AGENT_CLUSTER,
      });
      const columns: Partial<JobEntity> = {
        clusterId: cluster.id,
        clusterName: cluster.name,
        commandId: command.id,
        commandName: command.name,
        selection: explanation,
        runtime,
        timeoutSeconds,
      };
      return { launch, columns, applicationIds };
    } catch (error) {
      if (!(error instanceof JobFilesError)) throw error;
      return { error: new ServiceError(ErrorKind.Constraint, error.message), selection: explanation };
    }
  }

  private async accept(job: JobEntity, plan: Plan): Promise<void> {
    const requestId = currentRequestId();
    const launch = await this.accepted.add({ ...plan, job, requestId });
    void this.offered.add({ launch, requestId });
  }

  private store(accepted: readonly Accepted[]): Promise<LaunchEntity[]> {
    return this.transactions.run(async (transaction) => {
      const launches = accepted.map(({ launch }) => launch);
      const created = await this.launches.createAll(launches, Date.now(), transaction);
      const jobs = accepted.map(({ job, columns, applicationIds }, index) => ({
        row: { ...job, ...columns, launchId: created[index]?.id ?? null },
        applicationIds,
      }));
      await this.jobs.insert(jobs, transaction);
      return created;
    });
  }

  private async send(offered: readonly Offered[]): Promise<undefined[]> {
    const requestIds = offered.flatMap(({ launch, requestId }) =>
      requestId === undefined ? [] : [[launch.id, requestId] as const],
    );
    await this.launches.send(
      offered.map(({ launch }) => launch),
      new Map(requestIds),
    );
    return [];
  }

  private async refuse(job: JobEntity, { error, selection }: Refusal): Promise<never> {
    const failed: JobEntity = {
      ...job,
      status: JobStatus.Failed,
      statusMsg: StatusMessage.NotResolved,
      archiveStatus: ArchiveStatus.NoFiles,
      selection,
    };
    await this.transactions.run((transaction) =>
      this.jobs.insert([{ row: failed, applicationIds: [] }], transaction),
    );
    throw error;
  }

  private newJob(
    body: JobSubmission,
    request: JobRequest,
    client: Client,
    attachments: Attachments | null,
  ): JobEntity {
    const now = Date.now();
    return {
      id: idOrNew(body.id),
      created: now,
      updated: now,
      name: body.name,
      user: body.user,
      version: body.version,
      status: JobStatus.Accepted,
      statusMsg: StatusMessage.Accepted,
      started: null,
      finished: null,
      clusterId: null,
      clusterName: null,
      commandId: null,
      commandName: null,
      grouping: request.grouping,
      groupingInstance: request.groupingInstance,
      request,
      selection: null,
      runtime: null,
      timeoutSeconds: null,
      archiveStatus: ArchiveStatus.Disabled,
      archiveLocation: null,
      launchId: null,
      killRequestedAt: null,
      // Until a node has the job, this process is responsible for it.
      hostName: hostname(),
      processId: null,
      exitCode: null,
      stdOutSize: null,
      stdErrSize: null,
      attachments,
      clientHost: client.host,
      userAgent: client.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    };
  }

  /** reference: jobs §5.5 */
  private defaults(): Runtime {
    return {
      resources: {
        cpu: 1,
        gpu: 0,
        memoryMb: this.config.JOB_DEFAULT_MEMORY_MB,
        diskMb: 10_240,
        networkMbps: 10_000,
      },
      images: {},
    };
  }
}
