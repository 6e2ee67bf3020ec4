import type { Transaction } from '@portolan/service';
import type { JobEntity, JobEvent, WorkerEntity } from './job.entity';
import { shownJobState } from './job-states';
import { workerId } from './worker-numbers';

/**
 * What happens to one job in one transaction, with the job's row locked. Everything that a client could
 * notice leaves an event: events number the job's changes, and streams follow that number.
 */
export class JobChange {
  readonly events: JobEvent[] = [];

  constructor(
    readonly job: JobEntity,
    readonly transaction: Transaction,
    /** ms since the epoch. */
    readonly now: number,
  ) {}

  /** Notes an event of the job itself. */
  noteJob(message: string, type: JobEvent['type'] = 'INFO'): void {
    this.events.push({
      ...this.common(`${this.job.id} ${message}`, type),
      stageNum: -1,
      workerIndex: -1,
      workerNumber: -1,
      hostname: null,
      state: shownJobState(this.job.state),
      reason: 'Normal',
    });
  }

  /** Notes an event of a worker, with the state that it has now. */
  noteWorker(worker: WorkerEntity, message: string, type: JobEvent['type'] = 'INFO'): void {
    this.events.push({
      ...this.common(`${workerId(worker)} ${message}`, type),
      stageNum: worker.stageNum,
      workerIndex: worker.workerIndex,
      workerNumber: worker.workerNumber,
      hostname: worker.host,
      state: worker.state,
      reason: worker.reason,
    });
  }

  private common(message: string, type: JobEvent['type']) {
    return { jobId: this.job.id, type, message, timestamp: this.now, payloads: [] as [] };
  }
}
