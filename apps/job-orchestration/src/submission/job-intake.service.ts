import { Injectable } from '@nestjs/common';
import { LaunchCreationService, type LaunchEntity } from '@portolan/launches';
import {
  Batches,
  ErrorKind,
  ServiceError,
  Transactions,
  currentRequestId,
  isOutage,
  type Transaction,
} from '@portolan/service';
import { DependencyCheckService, type CheckedDependencies } from '../dependencies/dependency-check.service';
import { elementNamed } from '../jobs/array-element';
import { ArrayElementsService } from '../jobs/array-elements.service';
import { indexesOf } from '../jobs/array-indexes';
import { ArrayState } from '../jobs/job-array.entity';
import { JobArrayRepository } from '../jobs/job-array.repository';
import { ArchiveStatus } from '../jobs/archive-status';
import { JobStatus } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import type { Plan } from '../selection/job-resolver.service';
import { EndWriterService } from '../transitions/end-writer.service';
import { ActiveLimitService } from './active-limit.service';

/** Concurrent transactions of submissions: while one waits for the disk, the next is written. */
const STORED_AT_ONCE = 3;

/**
 * Writes beside a new job, in the transaction that stores the job.
 * @param failure why the job is stored as FAILED
 */
export type StoredWith = (transaction: Transaction, failure?: ServiceError) => Promise<void>;

/** A new job and the other jobs that it depends on. */
export interface Intake {
  job: JobEntity;
  /** Undefined without any. */
  dependencies: CheckedDependencies | undefined;
  storedWith: StoredWith | undefined;
}

interface Accepted extends Intake, Plan {
  requestId: string | undefined;
}

/** Returns the error of an id that another job has, or that an array has reserved. */
export const alreadyExists = (id: string): ServiceError =>
  new ServiceError(ErrorKind.Exists, `A job with id ${id} already exists. Unable to reserve id.`);

/** Stores new jobs: runnable ones with their launch, others to wait, or as FAILED. */
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
    private readonly launches: LaunchCreationService,
    private readonly arrays: JobArrayRepository,
    private readonly elements: ArrayElementsService,
    private readonly dependencies: DependencyCheckService,
    private readonly ends: EndWriterService,
    private readonly limit: ActiveLimitService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Stores a runnable job.
   * @throws ServiceError tooMany over the limit of its user; the database's errors, as {@link JobRepository.insert}
   */
  async accept(intake: Intake, plan: Plan): Promise<void> {
    const launch = await this.accepted.add({ ...intake, ...plan, requestId: currentRequestId() });
    void this.offered.add(launch);
  }

  /** Stores an array whose elements may be created at once. @throws as {@link accept} */
  async open(intake: Intake): Promise<void> {
    const job = { ...intake.job, archiveStatus: ArchiveStatus.NoFiles };
    await this.transactions.run((transaction) =>
      this.storeOne({ ...intake, job }, ArrayState.Open, transaction),
    );
    this.ends.signalArray(job.id);
  }

  /** Stores a job that waits for others. @throws as {@link accept} */
  async wait(intake: Intake, statusMsg: string, archiveStatus: ArchiveStatus): Promise<void> {
    const { job, dependencies } = intake;
    const waiting = { ...job, statusMsg, archiveStatus };
    await this.transactions.run((transaction) =>
      this.storeOne({ ...intake, job: waiting }, ArrayState.Waiting, transaction),
    );
    if (dependencies) void this.dependencies.releaseIfSettled(job.id, dependencies);
  }

  /** Stores a job that cannot run, with notices of its end as for any other. @throws as {@link accept} */
  async refuse(
    intake: Intake,
    change: Pick<JobEntity, 'statusMsg' | 'selection'>,
    failure?: ServiceError,
  ): Promise<void> {
    const failed: JobEntity = {
      ...intake.job,
      ...change,
      status: JobStatus.Failed,
      archiveStatus: ArchiveStatus.NoFiles,
    };
    await this.transactions.run(async (transaction) => {
      await this.storeOne({ ...intake, job: failed }, ArrayState.Over, transaction, failure);
      await this.ends.notify(failed, transaction);
    });
  }

  /** @param state the state of the array; ignored unless the job is an array */
  private async storeOne(
    { job, dependencies, storedWith }: Intake,
    state: ArrayState,
    transaction: Transaction,
    failure?: ServiceError,
  ): Promise<void> {
    if (job.status !== JobStatus.Failed) await this.limit.admit([job.user], transaction);
    await this.jobs.insert([{ job, applicationIds: [] }], transaction);
    await this.reserve(job, transaction);
    const { array } = job.request;
    if (array) {
      const { size, maxRunning } = array;
      const elements = indexesOf(array).length;
      const row = { jobId: job.id, state, size, elements, maxRunning, nextPosition: 0, dueAt: Date.now() };
      await this.arrays.insert(row, transaction);
      const named = await this.arrays.namedLikeElements(job.id, transaction);
      const [taken] = await this.elements.allUnstarted(named, transaction);
      if (taken) throw alreadyExists(taken.id);
    }
    if (dependencies) await this.dependencies.store(job.id, dependencies, transaction);
    await storedWith?.(transaction, failure);
  }

  /** Refuses a job whose id belongs to an element of an array. Called after the insertion of the job. */
  private async reserve({ id }: JobEntity, transaction: Transaction): Promise<void> {
    const name = elementNamed(id);
    if (!name || !(await this.arrays.findStored(name.arrayId, transaction))) return;
    if (await this.elements.unstarted(id, transaction)) throw alreadyExists(id);
  }

  private store(accepted: readonly Accepted[]): Promise<LaunchEntity[]> {
    return this.transactions.run(async (transaction) => {
      await this.limit.admit(
        accepted.map(({ job }) => job.user),
        transaction,
      );
      const launches = accepted.map(({ launch, requestId }) => ({ ...launch, requestId }));
      const created = await this.launches.createAll(launches, Date.now(), transaction);
      const jobs = accepted.map(({ job, columns, applicationIds }, index) => ({
        job: { ...job, ...columns, launchId: created[index]?.id ?? null },
        applicationIds,
      }));
      await this.jobs.insert(jobs, transaction);
      for (const { job } of accepted) await this.reserve(job, transaction);
      for (const { job, dependencies } of accepted)
        if (dependencies) await this.dependencies.store(job.id, dependencies, transaction);
      for (const { storedWith } of accepted) await storedWith?.(transaction);
      return created;
    });
  }
}
