import type { RedisTarget } from './redis-connection';

export type RedisOperation = 'send' | 'count' | 'look' | 'publish' | 'ping';

/** The outcome of a delivery: handled, put back for later, failed in this attempt, or dropped because it cannot be read. */
export type MessageOutcome = 'done' | 'put-back' | 'failed' | 'dropped';

/** Observes response times of Redis and outcomes of messages, for metrics. */
export interface MessagingObserver {
  asked(operation: RedisOperation, seconds: number, ok: boolean): void;
  handled(queue: string, outcome: MessageOutcome, seconds: number): void;
}

export interface MessageSpan {
  /** The trace context that travels with the message (W3C). */
  readonly traceparent: string;
  end(error?: unknown): void;
}

/** Creates the spans of messages; absent while tracing is off. */
export interface MessageTracing {
  /** @param parent `traceparent` of the parent span. @default the current span. @returns undefined when nothing is traced */
  sending(queue: string, parent: string | undefined): MessageSpan | undefined;
  /** Runs the handler of a message as part of the message's trace. */
  handling<R>(
    queue: string,
    message: { id: string; traceparent: string | undefined; waitedMs: number },
    work: () => Promise<R>,
  ): Promise<R>;
}

/** Connection, key prefix and callbacks of the queues. */
export interface QueuesOptions {
  redis: string | RedisTarget;
  /** BullMQ key prefix, common to all processes of one installation. */
  prefix: string;
  /** Receives connection and handler errors; the queue recovers without help. */
  onError: (error: Error, queue: string) => void;
  currentRequestId?: () => string | undefined;
  withRequestId?: <R>(requestId: string | undefined, work: () => Promise<R>) => Promise<R>;
  tracing?: MessageTracing | undefined;
  observer?: MessagingObserver | undefined;
}

export interface SendOptions {
  /** While a message with this id waits, no second one is added; finished messages do not block their ids. */
  id?: string;
  /** Delay before the first delivery, ms. */
  delayMs?: number;
  /** 1 is the most urgent; messages without a priority are delivered before all others. */
  priority?: number;
  /** Id of the request that caused the message. @default the current request */
  requestId?: string | undefined;
  /** `traceparent` of the parent span. @default the current span */
  traceparent?: string | undefined;
  /** Time by which `bringForward` orders messages, ms since the epoch. @default now */
  place?: number;
  /** Whether the body was validated before, when it was stored. @default false */
  checked?: boolean;
}

/** The numbers of messages of a queue, by state. */
export interface QueueCounts {
  /** Without a priority. */
  wait: number;
  prioritized: number;
  delayed: number;
  active: number;
}

/** A schedule of a queue: an interval in ms, or a pattern of times (`nextTime` of the queue). */
export type Schedule = {
  /** Stable id; a schedule replaces the earlier one with the same id. */
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

/** A schedule as stored in Redis. */
export interface KnownSchedule {
  id: string;
  /** Undefined, like the time zone, for a schedule with an interval. */
  pattern: string | undefined;
  timeZone: string | undefined;
  /** Time of the next message, ms since the epoch; in the past while that message waits for a consumer. */
  next: number | undefined;
}
