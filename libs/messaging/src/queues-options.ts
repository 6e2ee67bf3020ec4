import type { RedisTarget } from './redis-connection';

/** The operations that this library sends to Redis. */
export type RedisOperation = 'send' | 'count' | 'look' | 'publish' | 'ping';

/** The outcome of a delivery: handled, put back for later, failed in this attempt, or dropped because it cannot be read. */
export type MessageOutcome = 'done' | 'put-back' | 'failed' | 'dropped';

/** Observes response times of Redis and outcomes of messages, for metrics. */
export interface MessagingObserver {
  asked(operation: RedisOperation, seconds: number, ok: boolean): void;
  handled(queue: string, outcome: MessageOutcome, seconds: number): void;
}

/** The sending of one message as a span. */
export interface MessageSpan {
  /** The trace context that travels with the message (W3C). */
  readonly traceparent: string;
  end(error?: unknown): void;
}

/** Creates the spans of messages; absent while tracing is off. */
export interface MessageTracing {
  /** @param parent `traceparent` of the parent span. @default the current span. @returns undefined when nothing is traced */
  sending(queue: string, parent: string | undefined): MessageSpan | undefined;
  /** Runs the handler of a message as a part of the trace that it came with. */
  handling<R>(
    queue: string,
    message: { id: string; traceparent: string | undefined; waitedMs: number },
    work: () => Promise<R>,
  ): Promise<R>;
}

/** Connection, key prefix and callbacks of the queues. */
export interface QueuesOptions {
  redis: string | RedisTarget;
  /** BullMQ key prefix; everything that belongs together shares it. */
  prefix: string;
  /** Connection and handler errors; the queue goes on by itself. */
  onError: (error: Error, queue: string) => void;
  currentRequestId?: () => string | undefined;
  withRequestId?: <R>(requestId: string | undefined, work: () => Promise<R>) => Promise<R>;
  tracing?: MessageTracing | undefined;
  observer?: MessagingObserver | undefined;
}

/** How one message is sent. */
export interface SendOptions {
  /** While a message with this id waits, no second one is added; finished messages do not block their ids. */
  id?: string;
  /** Not before this many ms from now. */
  delayMs?: number;
  /** 1 is the most urgent; without one a message goes before all that have one. */
  priority?: number;
  /** The request that caused it. @default the one that is being served */
  requestId?: string | undefined;
  /** `traceparent` of the parent span. @default the current span */
  traceparent?: string | undefined;
  /** The body was checked already, when it was stored. @default false */
  checked?: boolean;
}

/** The messages of a queue, by what they wait for. */
export interface QueueCounts {
  /** Without a priority. */
  wait: number;
  prioritized: number;
  delayed: number;
  active: number;
}

/** When a queue's scheduler sends: at an interval in ms, or at the times that match a pattern (`nextTime` of the queue). */
export type Schedule = {
  /** Stable id; the same id replaces the earlier schedule. */
  id: string;
} & (ScheduleByPause | ScheduleByPattern);

interface ScheduleByPause {
  everyMs: number;
  /** Delay before the first message, ms. @default 0 */
  firstInMs?: number;
}

interface ScheduleByPattern {
  pattern: string;
  timeZone: string;
}

/** A schedule as Redis has it. */
export interface KnownSchedule {
  id: string;
  /** Undefined, like the time zone, for a schedule with an interval. */
  pattern: string | undefined;
  timeZone: string | undefined;
  /** When its next message is due, ms since the epoch; in the past while that waits for a consumer. */
  next: number | undefined;
}
