import type { Transaction } from '@portolan/service';
import type { JobEntity, JobEvent, WorkerEntity } from './job.entity';
import { shownJobState } from './job-states';
import { workerId } from './worker-numbers';
import { PLACED_STATES } from './worker-states';

/** Told of a worker: its process has ended by itself. */
export const PROCESS_ENDED = Symbol('process ended');
/** What is told of a worker, as a text after its id. */
export type WorkerNews = string | typeof PROCESS_ENDED;

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

  /** Notes an event of a worker, with the state that it has now. That its process has ended is told without its stage. */
  noteWorker(worker: WorkerEntity, news: WorkerNews, type: JobEvent['type'] = 'INFO'): void {
    const hasEnded = news === PROCESS_ENDED;
    this.events.push({
      ...this.common(`${workerId(worker)} ${hasEnded ? 'worker terminated' : news}`, type),
      stageNum: hasEnded ? OF_THE_JOB : worker.stageNum,
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
