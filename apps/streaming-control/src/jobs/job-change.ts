import type { Transaction } from '@portolan/service';
import type { JobEntity, JobEvent, WorkerEntity } from './job.entity';
import { shownJobState } from './job-states';
import { workerId } from './worker-numbers';
import { PLACED_STATES } from './worker-states';

/** Stands for stage, index and number in events of the job itself (reference: streams §7.3). */
const OF_THE_JOB = -1;

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

  /** Tells whether a controller has to go on: only workers that have just been placed, or start, go on by themselves. */
  get leavesWork(): boolean {
    const placed: readonly string[] = PLACED_STATES;
    return this.events.some((event) => event.workerNumber === OF_THE_JOB || !placed.includes(event.state));
  }

  /** Notes an event of the job itself. */
  noteJob(message: string, type: JobEvent['type'] = 'INFO'): void {
    this.events.push({
      ...this.common(`${this.job.id} ${message}`, type),
      stageNum: OF_THE_JOB,
      workerIndex: OF_THE_JOB,
      workerNumber: OF_THE_JOB,
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
