import type { MessagingObserver } from './messaging-observer';
import type { MessageTracing } from './message-tracing';
import type { RedisTarget } from './redis-connection';

/** Where the queues live and whom to tell about trouble. */
export interface QueuesOptions {
  redis: string | RedisTarget;
  /** BullMQ key prefix; everything that belongs together shares it. */
  prefix: string;
  /** Connection and handler errors; the queue goes on by itself. */
  onError: (error: Error, queue: string) => void;
  /** The id of the request that is being served, to send along. */
  currentRequestId?: () => string | undefined;
  /** Runs a handler with the request id that came with the message. */
  withRequestId?: <R>(requestId: string | undefined, work: () => Promise<R>) => Promise<R>;
  tracing?: MessageTracing | undefined;
  observer?: MessagingObserver | undefined;
}

/** How one message is sent. */
export interface SendOptions {
  /**
   * Our own opaque id. A message whose id still waits is not added twice; a finished one never
   * stands in the way because finished messages are removed.
   */
  id?: string;
  /** Not before this many ms from now. */
  delayMs?: number;
  /** 1 is the most urgent; without one a message goes before all that have one. */
  priority?: number;
  /** The request that caused it. @default the one that is being served */
  requestId?: string | undefined;
  /** `traceparent` of what it is a part of. @default what is being served */
  traceparent?: string | undefined;
  /** The body was checked already, when it was stored. @default false */
  checked?: boolean;
}

/** A running consumer of one queue. */
export interface Consumer {
  /** Takes no more messages; resolves when those in hand are done. */
  pause(): Promise<void>;
  /** Takes no more messages from now on and does not wait, so that a handler may call it. */
  hold(): void;
  /** Takes messages again after `pause` or `hold`. */
  resume(): void;
  close(): Promise<void>;
}

/** When a queue's scheduler sends: every so many ms, or at the times that a pattern means (`nextTime` of the queue). */
export type Schedule = {
  /** Stable id; the same id replaces the earlier schedule. */
  id: string;
} & (ScheduleByPause | ScheduleByPattern);

interface ScheduleByPause {
  everyMs: number;
  /** The first message comes after so long, ms. @default 0 */
  firstInMs?: number;
}

interface ScheduleByPattern {
  pattern: string;
  /** IANA name. */
  timeZone: string;
}

/** A schedule as Redis has it. */
export interface KnownSchedule {
  id: string;
  /** Undefined, as its time zone is, of one that has a pause. */
  pattern: string | undefined;
  timeZone: string | undefined;
  /** When its next message is due, ms since the epoch; in the past while that waits for a consumer. */
  next: number | undefined;
}
