import type { Transaction } from '@portolan/service';
import { shownJobState } from './job-states';
import type { StreamJobEntity, JobEvent, WorkerEntity } from './job.entity';
import { workerId } from './job-id';
import { PLACED_STATES } from './worker-states';

/** Text of the event of a worker whose process ended by itself. */
export const PROCESS_ENDED = Symbol('process ended');
/** Text of a worker's event, after its id. */
export type WorkerNews = string | typeof PROCESS_ENDED;

/** Stage, index and number in events of the job itself (docs/contract/streams.md#job-status). */
const OF_THE_JOB = -1;

/**
 * The changes of one job in one transaction, with the job's row locked. Every change that a client can notice leaves an
 * event: events number the job's changes, and streams follow that number.
 */
export class JobChange {
  readonly events: JobEvent[] = [];

  constructor(
    readonly job: StreamJobEntity,
    readonly transaction: Transaction,
    /** ms since the epoch. */
    readonly now: number,
  ) {}

  /** Reports whether a controller has to act: placed and starting workers proceed without one. */
  get leavesWork(): boolean {
    const placed: readonly string[] = PLACED_STATES;
    return this.events.some((event) => event.workerNumber === OF_THE_JOB || !placed.includes(event.state));
  }

  noteJob(message: string, type: JobEvent['type'] = 'INFO'): void {
    this.events.push(jobEvent(this.job, this.now, message, type));
  }

  /** Adds an event of a worker, with its current state. The end of a process is reported without the stage. */
  noteWorker(worker: WorkerEntity, news: WorkerNews, type: JobEvent['type'] = 'INFO'): void {
    const hasEnded = news === PROCESS_ENDED;
    this.events.push({
      ...commonFields(
        this.job.id,
        this.now,
        `${workerId(worker)} ${hasEnded ? 'worker terminated' : news}`,
        type,
      ),
      stageNum: hasEnded ? OF_THE_JOB : worker.stageNum,
      workerIndex: worker.workerIndex,
      workerNumber: worker.workerNumber,
      hostname: worker.host,
      state: worker.state,
      reason: worker.reason,
    });
  }
}

/** Returns an event of the job itself, with its current state. @param now ms since the epoch */
export const jobEvent = (
  { id, state }: Pick<StreamJobEntity, 'id' | 'state'>,
  now: number,
  message: string,
  type: JobEvent['type'] = 'INFO',
): JobEvent => ({
  ...commonFields(id, now, `${id} ${message}`, type),
  stageNum: OF_THE_JOB,
  workerIndex: OF_THE_JOB,
  workerNumber: OF_THE_JOB,
  hostname: null,
  state: shownJobState(state),
  reason: 'Normal',
});

const commonFields = (jobId: string, timestamp: number, message: string, type: JobEvent['type']) => ({
  jobId,
  type,
  message,
  timestamp,
  payloads: [] as [],
});
