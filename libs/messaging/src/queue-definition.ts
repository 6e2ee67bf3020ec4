import type { ClassConstructor } from '@portolan/validation';
import type { RepeatOptions } from 'bullmq';
import type { Schedule } from './queues-options';

/** One queue of the catalogue. Both ends use it, so a message is checked when it is sent and when it arrives. */
export interface QueueDefinition<T extends object> {
  /** Name inside the prefix. No `:` (BullMQ refuses it). */
  readonly name: string;
  /** Class of the message body; its field decorators are the contract. */
  readonly message: ClassConstructor<T>;
  /** Version that is sent. Increase it only for a body that the previous release cannot read. */
  readonly version: number;
  /** Versions that can be read. @default only `version` */
  readonly reads?: readonly number[];
  /** Converts a body of an older version of `reads`; the result is checked. @default `message` takes bodies of all versions */
  readonly upgrade?: (body: unknown, version: number) => unknown;
  /** Maximum number of attempts of a message whose handler throws. @default 5 */
  readonly attempts?: number;
  /** Pause before the second attempt, ms; doubled each time. @default 1000 */
  readonly backoffMs?: number;
  /** Interprets the patterns of this queue's schedules; without it the queue has none by pattern. */
  readonly nextTime?: NextTime;
}

/** Returns the first time after `after` that matches a pattern, ms since the epoch; undefined when there is none. */
export type NextTime = (pattern: string, timeZone: string, after: number) => number | undefined;

/** The envelope of a message: the body, its version, and the request and the trace that caused it. */
export interface Envelope {
  v: number;
  requestId?: string | undefined;
  /** The span of the sender (W3C Trace Context); absent when there is none. */
  traceparent?: string | undefined;
  /** Time of sending, ms since the epoch. */
  sentAt: number;
  body: unknown;
}

/** A message as its handler receives it. */
export interface Delivery<T> {
  body: T;
  requestId: string | undefined;
  sentAt: number;
  /** Id of the BullMQ job of this message. */
  id: string;
  /** Scheduled time of the message, ms since the epoch; undefined for a message that no schedule sent. */
  scheduledFor: number | undefined;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** True on the last attempt: after that, only a sweep can complete the work. */
  last: boolean;
}

/** Declares a queue; its type is inferred from the message class. @throws Error for a name with a `:` */
export function defineQueue<T extends object>(definition: QueueDefinition<T>): QueueDefinition<T> {
  if (definition.name.includes(':'))
    throw new Error(`a queue name must not contain ':' (${definition.name})`);
  return Object.freeze(definition);
}

/** Converts a schedule to BullMQ's options. */
export function repeatOf(schedule: Schedule): RepeatOptions {
  if ('pattern' in schedule) return { pattern: schedule.pattern, tz: schedule.timeZone };
  const { everyMs, firstInMs } = schedule;
  return { every: everyMs, ...(firstInMs ? { startDate: Date.now() + firstInMs } : {}) };
}

/**
 * Returns settings for both ends of a queue: `nextTime` replaces BullMQ's Unix cron, which numbers weekdays
 * differently.
 */
export function scheduling<T extends object>({ nextTime }: QueueDefinition<T>) {
  const repeatStrategy = (after: number, { pattern = '', tz = 'UTC' }: RepeatOptions): number | undefined =>
    nextTime?.(pattern, tz, after);
  return nextTime ? { settings: { repeatStrategy } } : {};
}
