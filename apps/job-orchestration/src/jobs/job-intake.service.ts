import { Injectable } from '@nestjs/common';
import { Launches, type LaunchEntity } from '@portolan/launches';
import { Batches, Transactions, currentRequestId, isOutage } from '@portolan/service';
import { JobNotices } from '../notices/job-notices.service';
import { ArchiveStatus } from './archive-status';
import type { JobEntity } from './job.entity';
import { JobRepository } from './job.repository';
import type { Plan, Refusal } from './job-resolver.service';
import { JobStatus } from './job-status';
import { StatusMessage } from './status-message';

/** Transactions of submissions at the same time: while one waits for the disk, the next is written. */
const STORED_AT_ONCE = 3;

/** A job that can run and the request that brought it. */
interface Accepted extends Plan {
  job: JobEntity;
  requestId: string | undefined;
}

/** Stores new jobs: those that can run with their launch, the others as FAILED. */
@Injectable()
export class JobIntake {
  /** What is submitted at the same time is written in one transaction. */
  private readonly accepted = new Batches<Accepted, LaunchEntity>({
    work: (items) => this.store(items),
    isolate: (error) => !isOutage(error),
    concurrency: STORED_AT_ONCE,
  });
  /** Sent behind the answer: the committed row is the promise, the offer only makes it soon. */
  private readonly offered = new Batches<LaunchEntity, void>({
    work: async (launches) => {
      await this.launches.send(launches);
      return launches.map(() => undefined);
    },
  });

  constructor(
    private readonly jobs: JobRepository,
    private readonly launches: Launches,
    private readonly notices: JobNotices,
    private readonly transactions: Transactions,
  ) {}

  /** From now on the job will run. @throws the database's errors, as {@link JobRepository.insert} */
  async accept(job: JobEntity, plan: Plan): Promise<void> {
    const launch = await this.accepted.add({ ...plan, job, requestId: currentRequestId() });
    void this.offered.add(launch);
  }

  /** Stores a job that can't run, tells of its end as of any other, and throws why. */
  async refuse(job: JobEntity, { error, selection }: Refusal): Promise<never> {
    const failed: JobEntity = {
      ...job,
      status: JobStatus.Failed,
      statusMsg: StatusMessage.NotResolved,
      archiveStatus: ArchiveStatus.NoFiles,
      selection,
    };
    await this.transactions.run(async (transaction) => {
      await this.jobs.insert([{ row: failed, applicationIds: [] }], transaction);
      await this.notices.ended(failed, Date.now(), transaction);
    });
    throw error;
  }

  private store(accepted: readonly Accepted[]): Promise<LaunchEntity[]> {
    return this.transactions.run(async (transaction) => {
      const launches = accepted.map(({ launch, requestId }) => ({ ...launch, requestId }));
      const created = await this.launches.createAll(launches, Date.now(), transaction);
      const jobs = accepted.map(({ job, columns, applicationIds }, index) => ({
        row: { ...job, ...columns, launchId: created[index]?.id ?? null },
        applicationIds,
      }));
      await this.jobs.insert(jobs, transaction);
      return created;
    });
  }
}
