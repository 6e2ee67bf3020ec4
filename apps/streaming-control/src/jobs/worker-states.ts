/** States of a worker (reference: streams §4.1). */
export const WorkerState = {
  Accepted: 'Accepted',
  Launched: 'Launched',
  StartInitiated: 'StartInitiated',
  Started: 'Started',
  Failed: 'Failed',
  Completed: 'Completed',
} as const;
export type WorkerState = (typeof WorkerState)[keyof typeof WorkerState];

/** States that a post of a worker may name; `Noop` says nothing about the state (reference: streams §1.2). */
export const PostedState = { ...WorkerState, Noop: 'Noop' } as const;
export type PostedState = (typeof PostedState)[keyof typeof PostedState];

/** Kinds of posts that workers send. */
export const StatusType = {
  Error: 'ERROR',
  Warn: 'WARN',
  Info: 'INFO',
  Debug: 'DEBUG',
  Heartbeat: 'HEARTBEAT',
} as const;
export type StatusType = (typeof StatusType)[keyof typeof StatusType];

/** Why a worker is over (JobCompletedReason); `Normal` as long as it isn't. */
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

/** Tells whether a worker may go from one state to another. What may not is ignored, not an error. */
export const canWorkerMove = (from: WorkerState, to: WorkerState): boolean => NEXT[from].includes(to);

export const isTerminalWorker = (state: WorkerState): boolean =>
  state === WorkerState.Failed || state === WorkerState.Completed;

/** States in which a node has the worker. */
export const PLACED_STATES: readonly WorkerState[] = [
  WorkerState.Launched,
  WorkerState.StartInitiated,
  WorkerState.Started,
];

/** Values of the filter `workerState` (streaming-control-v1, Jobs). */
export const WorkerMetaState = { Noop: 'Noop', Active: 'Active', Terminal: 'Terminal' } as const;
export type WorkerMetaState = (typeof WorkerMetaState)[keyof typeof WorkerMetaState];

/** The states that each of them means. */
export const WORKER_META_STATES: Readonly<Record<WorkerMetaState, readonly WorkerState[]>> = {
  Noop: [],
  Active: ['Accepted', 'Launched', 'StartInitiated', 'Started'],
  Terminal: ['Failed', 'Completed'],
};
