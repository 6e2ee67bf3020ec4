/** States of a worker (docs/contract/streams.md#states). */
export const WorkerState = {
  Accepted: 'Accepted',
  Launched: 'Launched',
  StartInitiated: 'StartInitiated',
  Started: 'Started',
  Failed: 'Failed',
  Completed: 'Completed',
} as const;
export type WorkerState = (typeof WorkerState)[keyof typeof WorkerState];

/** States that a post of a worker may name; `Noop` leaves the state as it is (V1-JOB-8). */
export const PostedState = { ...WorkerState, Noop: 'Noop' } as const;
export type PostedState = (typeof PostedState)[keyof typeof PostedState];

export const StatusType = {
  Error: 'ERROR',
  Warn: 'WARN',
  Info: 'INFO',
  Debug: 'DEBUG',
  Heartbeat: 'HEARTBEAT',
} as const;
export type StatusType = (typeof StatusType)[keyof typeof StatusType];

/** Reason of a worker's end (JobCompletedReason); `Normal` until then. */
export const WorkerReason = {
  Normal: 'Normal',
  Error: 'Error',
  Lost: 'Lost',
  Killed: 'Killed',
  Relaunched: 'Relaunched',
} as const;
export type WorkerReason = (typeof WorkerReason)[keyof typeof WorkerReason];

const NEXT: Readonly<Record<WorkerState, readonly WorkerState[]>> = {
  Accepted: ['Launched', 'Failed', 'Completed'],
  Launched: ['StartInitiated', 'Started', 'Failed', 'Completed'],
  StartInitiated: ['StartInitiated', 'Started', 'Failed', 'Completed'],
  Started: ['Started', 'Failed', 'Completed'],
  Failed: ['Failed'],
  Completed: [],
};

/** Reports whether a worker may go from one state to another. Any other move is ignored, not an error. */
export const canWorkerMove = (from: WorkerState, to: WorkerState): boolean => NEXT[from].includes(to);

/** Returns the states from which a worker may go to `to`. */
export const workerStatesBefore = (to: WorkerState): WorkerState[] =>
  Object.values(WorkerState).filter((from) => from !== to && canWorkerMove(from, to));

export const isTerminalWorker = (state: WorkerState): boolean =>
  state === WorkerState.Failed || state === WorkerState.Completed;

export const PLACED_STATES: readonly WorkerState[] = [
  WorkerState.Launched,
  WorkerState.StartInitiated,
  WorkerState.Started,
];

/** Values of the filter `workerState` (V1-JOB-18). */
export const WorkerMetaState = { Noop: 'Noop', Active: 'Active', Terminal: 'Terminal' } as const;
export type WorkerMetaState = (typeof WorkerMetaState)[keyof typeof WorkerMetaState];

/** The states that each value of the filter stands for. */
export const WORKER_META_STATES: Readonly<Record<WorkerMetaState, readonly WorkerState[]>> = {
  Noop: [],
  Active: ['Accepted', 'Launched', 'StartInitiated', 'Started'],
  Terminal: ['Failed', 'Completed'],
};
