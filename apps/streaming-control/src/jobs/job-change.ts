import type { Transaction } from '@portolan/service';
import { shownJobState } from './job-states';
import type { StreamJobEntity, JobEvent, WorkerEntity } from './job.entity';
import { shownWorkerReason } from './end-reason';
import { workerId } from './job-id';
import { PLACED_STATES } from './worker-states';

/** An event of a worker, with its cause. */
export interface WorkerNews {
  /** Text of its event, after its id. */
  text: string;
  /** The cause that clients see with the reason of a worker that failed (V1-LIFE-17). Default: the text. */
  cause?: string;
  /** The end of a process is reported without the stage. */
  withoutStage?: true;
}

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

  /** Adds an event of a worker, with its current state. */
  noteWorker(
    worker: WorkerEntity,
    { text, withoutStage }: Pick<WorkerNews, 'text' | 'withoutStage'>,
    type: JobEvent['type'] = 'INFO',
  ): void {
    this.events.push({
      ...commonFields(this.job.id, this.now, `${workerId(worker)} ${text}`, type),
      stageNum: withoutStage ? OF_THE_JOB : worker.stageNum,
      workerIndex: worker.workerIndex,
      workerNumber: worker.workerNumber,
      hostname: worker.host,
      state: worker.state,
      reason: shownWorkerReason(worker),
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
