import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@portolan/service';
import { ArrayElementsService } from '../jobs/array-elements.service';
import { elementNamed } from '../jobs/array-element';
import { ArrayState } from '../jobs/job-array.entity';
import { JobArrayRepository } from '../jobs/job-array.repository';
import { ArchiveStatus } from '../jobs/archive-status';
import { JobStatus, isFinished } from '../jobs/job-status';
import { StatusMessage } from '../jobs/status-message';
import { JobRepository } from '../jobs/job.repository';
import { EndWriterService, type WrittenEnd } from '../transitions/end-writer.service';
import { JobWaitRepository, type JobWait } from '../transitions/job-wait.repository';
import { ImmediateReleasesService, type Released } from './immediate-releases.service';

interface Killed {
  end: WrittenEnd | undefined;
  released: Released;
}

/** Kills jobs without a launch. */
@Injectable()
export class WaitingKillService {
  constructor(
    private readonly waits: JobWaitRepository,
    private readonly jobs: JobRepository,
    private readonly arrays: JobArrayRepository,
    private readonly elements: ArrayElementsService,
    private readonly ends: EndWriterService,
    private readonly dependents: ImmediateReleasesService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Ends a waiting job, or an element of an array that has no row, as KILLED. @returns false when the job neither waits nor is
   * such an element (any more)
   */
  async kill(jobId: string): Promise<boolean> {
    const wait = await this.waits.find(jobId);
    const name = elementNamed(jobId);
    if (!wait && !name) return false;
    const done = await this.transactions.run((transaction) =>
      wait ? this.endWaiting(wait, transaction) : this.endUnstarted(jobId, name?.arrayId ?? '', transaction),
    );
    if (!done) return false;
    if (done.end) this.ends.settled(done.end);
    this.ends.signal(jobId);
    this.dependents.settled(done.released);
    return true;
  }

  /** Hands the kill of an array's elements over to the controllers; does nothing for other jobs. */
  async killElements(jobId: string): Promise<void> {
    const array = await this.arrays.find(jobId);
    if (array?.state === ArrayState.Open) this.ends.signalArray(jobId);
  }

  private async endWaiting({ seq, jobId }: JobWait, transaction: Transaction): Promise<Killed | undefined> {
    const [locked] = await this.waits.lockAll([seq], transaction);
    const job = locked && (await this.jobs.lock(jobId, transaction));
    if (!job) return undefined;
    const now = Date.now();
    // Between two attempts the job keeps the files of the previous attempt.
    const files = job.launchId === null ? { archiveStatus: ArchiveStatus.NoFiles } : {};
    const times = { finished: job.started === null ? undefined : now };
    const change = { statusMsg: StatusMessage.KilledByUser, ...files, ...times };
    const end = await this.ends.write(job, JobStatus.Killed, change, now, transaction);
    await this.waits.remove([seq], transaction);
    return { end, released: await this.dependents.ended([job], transaction) };
  }

  /** Locks the row of the array, after its wait, so that no process creates the element concurrently. */
  private async endUnstarted(
    id: string,
    arrayId: string,
    transaction: Transaction,
  ): Promise<Killed | undefined> {
    const wait = await this.waits.find(arrayId, transaction);
    if (wait) await this.waits.lockAll([wait.seq], transaction);
    await this.arrays.lock(arrayId, transaction);
    if (await this.jobs.find(id, transaction)) return undefined;
    const element = await this.elements.unstarted(id, transaction);
    if (!element || isFinished(element.status)) return undefined;
    const now = Date.now();
    const job = {
      ...element,
      created: now,
      updated: now,
      status: JobStatus.Killed,
      statusMsg: StatusMessage.KilledByUser,
      archiveStatus: ArchiveStatus.NoFiles,
      killRequestedAt: now,
    };
    await this.jobs.insert([{ job, applicationIds: [] }], transaction);
    return { end: job, released: await this.dependents.ended([job], transaction) };
  }
}
