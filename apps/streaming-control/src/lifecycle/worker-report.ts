import { StatusType, WorkerState } from '../jobs/worker-states';
import type { WorkerStatus } from './worker-status.dto';

/** The payload type of a failure that a restart cannot repair. */
const PERMANENT_FAILURE = 'PermanentFailure';
/** The payload type of a sink's subscribers. */
const SUBSCRIPTION_STATE = 'SubscriptionState';

/** The meaning of a worker's post. */
export type WorkerReport =
  | { kind: 'moved'; to: WorkerState; message: string }
  | { kind: 'failed'; isPermanent: boolean; message: string }
  | { kind: 'alive' };

/** Reads a post of a worker (V1-JOB-8). A heartbeat shows that the worker is Started, whatever state it names. */
export function readReport({ type, state, message, payloads }: WorkerStatus): WorkerReport {
  if (type === StatusType.Heartbeat)
    return { kind: 'moved', to: WorkerState.Started, message: 'setting worker Started on heartbeat' };
  switch (state) {
    case WorkerState.StartInitiated:
    case WorkerState.Started:
    case WorkerState.Completed:
      return { kind: 'moved', to: state, message: 'worker status update' };
    case WorkerState.Failed: {
      const isPermanent = payloads?.some((payload) => payload.type === PERMANENT_FAILURE) ?? false;
      return { kind: 'failed', isPermanent, message: message ?? 'worker failed' };
    }
    default:
      return { kind: 'alive' };
  }
}

/** Reports whether a sink has subscribers; undefined when the post does not say. */
export function isSubscribed({ payloads }: WorkerStatus): boolean | undefined {
  const payload = payloads?.find(({ type }) => type === SUBSCRIPTION_STATE);
  return payload ? payload.data === 'true' : undefined;
}
