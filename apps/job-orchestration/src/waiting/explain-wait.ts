import { PLACE_LIMIT } from '@portolan/launches';
import { StatusMessage } from '../jobs/status-message';
import { messageWithIds } from '../jobs/message-with-ids';
import { JobStatus } from '../jobs/job-status';
import type { Obstacle } from './node-room';
import type { QueuedJob } from './queued-job.read-model';

/** Why a job has not started. */
export const QueueReason = {
  /** Other jobs must end first. */
  Dependencies: 'dependencies',
  /** The pause before another attempt. */
  RetryDelay: 'retryDelay',
  /** Another job of the user goes first. */
  Turn: 'turn',
  /** Elements of its array must end or start first. */
  ArrayLimit: 'arrayLimit',
  /** No open node could ever run it. */
  NoNode: 'noNode',
  /** Some nodes could run it; all are full. */
  NoRoom: 'noRoom',
  /** A node has it; its process has not started. */
  Claimed: 'claimed',
} as const;
export type QueueReason = (typeof QueueReason)[keyof typeof QueueReason];

export type Wait =
  /** The job runs or has ended. */
  | { on: 'nothing'; statusMsg: string | null }
  /** An event or a time, which the stored message names. */
  | { on: 'dependencies' | 'retryDelay'; statusMsg: string | null }
  | { on: 'arrayLimit'; arrayId: string }
  | { on: 'claimed' }
  /** @param position among the jobs of its user that could start now, from 1 */
  | { on: 'node'; position: number; obstacle: Obstacle | null };

/**
 * Returns the wait of a job whose launch is not offered to a node, and its beginning, ms since the epoch; null for a job that
 * runs or has ended. Its status decides.
 */
export function waitByStatus({ status, statusMsg, created, updated, launch }: QueuedJob): {
  wait: Wait;
  since: number | null;
} {
  switch (status) {
    case JobStatus.Claimed:
    case JobStatus.Init:
      return { wait: { on: 'claimed' }, since: launch?.createdAt ?? updated };
    case JobStatus.Accepted:
      return launch
        ? { wait: { on: 'retryDelay', statusMsg }, since: updated }
        : { wait: { on: 'dependencies', statusMsg }, since: created };
    default:
      return { wait: { on: 'nothing', statusMsg }, since: null };
  }
}

export interface ExplainedWait {
  reason: QueueReason | null;
  message: string | null;
}

/** Explains why a job has not started. A job that no node could ever take gets this reason first, then its turn, then busy nodes. */
export function explainWait(wait: Wait): ExplainedWait {
  switch (wait.on) {
    case 'nothing':
      return { reason: null, message: wait.statusMsg };
    case 'dependencies':
    case 'retryDelay':
      return { reason: wait.on, message: wait.statusMsg };
    case 'arrayLimit':
      return { reason: QueueReason.ArrayLimit, message: waitingForPlace(wait.arrayId) };
    case 'claimed':
      return { reason: QueueReason.Claimed, message: 'A node has claimed it.' };
    case 'node':
      return explainNodeWait(wait);
  }
}

function explainNodeWait({ position, obstacle }: Extract<Wait, { on: 'node' }>): ExplainedWait {
  if (obstacle?.reason === 'noNode') return obstacle;
  if (position > 1) return { reason: QueueReason.Turn, message: goFirst(position - 1) };
  // A node with room takes the job in a moment, unless it is the turn of another user.
  return obstacle ?? { reason: QueueReason.Turn, message: StatusMessage.Accepted };
}

const waitingForPlace = (arrayId: string): string =>
  messageWithIds([arrayId], ([id = '']) => `Waiting for a place in ${id}.`);

function goFirst(jobs: number): string {
  if (jobs === 1) return '1 of your jobs goes first.';
  return `${jobs}${jobs + 1 >= PLACE_LIMIT ? ' or more' : ''} of your jobs go first.`;
}
