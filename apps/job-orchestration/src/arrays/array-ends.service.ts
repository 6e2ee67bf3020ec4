import { Injectable } from '@nestjs/common';
import { Transactions } from '@portolan/service';
import { ImmediateReleasesService } from '../dependencies/immediate-releases.service';
import { ArrayState } from '../jobs/job-array.entity';
import { JobArrayRepository } from '../jobs/job-array.repository';
import { ACTIVE_STATUSES, JobStatus } from '../jobs/job-status';
import { StatusMessage } from '../jobs/status-message';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import { EndWriterService } from '../transitions/end-writer.service';
import { endOfArray, sumOf } from './array-progress';

/** Changes the status of arrays when their elements start and end. */
@Injectable()
export class ArrayEndsService {
  constructor(
    private readonly arrays: JobArrayRepository,
    private readonly jobs: JobRepository,
    private readonly ends: EndWriterService,
    private readonly dependents: ImmediateReleasesService,
    private readonly transactions: Transactions,
  ) {}

  /** Makes an array RUNNING once an element has started. */
  async begin({ id, status }: JobEntity): Promise<void> {
    if (status === JobStatus.Running) return;
    const started = await this.arrays.firstStart(id);
    if (started === null) return;
    await this.transactions.run(async (transaction) => {
      const job = await this.jobs.lock(id, transaction);
      if (job?.status !== JobStatus.Accepted) return;
      const change = { statusMsg: StatusMessage.Running, started };
      await this.jobs.move(job, JobStatus.Running, change, Date.now(), transaction);
    });
    this.ends.signal(id);
  }

  /** Ends an array whose elements have ended, unless another process has ended it. */
  async end(id: string): Promise<void> {
    const done = await this.transactions.run(async (transaction) => {
      const array = await this.arrays.lock(id, transaction, { skips: true });
      const job = array?.state === ArrayState.Open ? await this.jobs.lock(id, transaction) : null;
      if (!array || !job) return undefined;
      const counts = await this.arrays.counts(id, undefined, transaction);
      const isKilled = job.killRequestedAt !== null;
      if (sumOf(counts, ACTIVE_STATUSES) > 0 || (!isKilled && sumOf(counts) < array.elements))
        return undefined;
      const now = Date.now();
      const { status, statusMsg } = endOfArray(counts, array.elements, isKilled);
      const change = { statusMsg, finished: job.started === null ? undefined : now };
      const end = await this.ends.write(job, status, change, now, transaction);
      return { end, released: await this.dependents.ended([job], transaction) };
    });
    if (!done) return;
    if (done.end) this.ends.settled(done.end);
    this.ends.signal(id);
    this.dependents.settled(done.released);
  }
}
