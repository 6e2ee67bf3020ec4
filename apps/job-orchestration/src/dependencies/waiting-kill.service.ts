import { Injectable } from '@nestjs/common';
import { Transactions } from '@portolan/service';
import { ArchiveStatus, JobStatus, StatusMessage } from '../jobs/job-status';
import { JobRepository } from '../jobs/job.repository';
import { JobEndsService } from '../transitions/job-ends.service';
import { JobWaitRepository } from '../transitions/job-wait.repository';
import { DependentsService } from './dependents.service';

/** Kills jobs that wait without a launch. */
@Injectable()
export class WaitingKillService {
  constructor(
    private readonly waits: JobWaitRepository,
    private readonly jobs: JobRepository,
    private readonly ends: JobEndsService,
    private readonly dependents: DependentsService,
    private readonly transactions: Transactions,
  ) {}

  /** Ends a waiting job as KILLED. @returns false when the job does not wait, which may have changed meanwhile */
  async kill(jobId: string): Promise<boolean> {
    const wait = await this.waits.find(jobId);
    if (!wait) return false;
    const done = await this.transactions.run(async (transaction) => {
      const [locked] = await this.waits.lockAll([wait.seq], transaction);
      const job = locked && (await this.jobs.lock(jobId, transaction));
      if (!job) return undefined;
      const now = Date.now();
      // Between two attempts the job keeps the files of the last one.
      const files = job.launchId === null ? { archiveStatus: ArchiveStatus.NoFiles } : {};
      const times = { finished: job.started === null ? undefined : now };
      const change = { statusMsg: StatusMessage.KilledByUser, ...files, ...times };
      const end = await this.ends.write(job, JobStatus.Killed, change, now, transaction);
      await this.waits.remove([wait.seq], transaction);
      return { end, released: await this.dependents.ended([jobId], transaction) };
    });
    if (!done) return false;
    if (done.end) this.ends.count(done.end);
    this.ends.signal(jobId);
    this.dependents.settled(done.released);
    return true;
  }
}
