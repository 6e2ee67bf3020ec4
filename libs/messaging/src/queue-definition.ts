import type { ClassConstructor } from '@portolan/validation';

/**
 * One queue of the catalogue: what it is called, what it carries and how often a message is tried.
 * Both ends use the same definition, so a message is checked when it is sent and when it arrives.
 */
export interface QueueDefinition<T extends object> {
  /** Name inside the prefix. No `:` (BullMQ refuses it). */
  readonly name: string;
  /** Class of the message body; its field decorators are the contract. */
  readonly message: ClassConstructor<T>;
  /**
   * Tells cheaply that a body is certainly what `message` asks for and needs no conversion; what it does not know is
   * validated.
   */
  readonly isPlain?: (body: object) => boolean;
  /** Version that is sent. Raise it only with a body that the previous release can't read. */
  readonly version: number;
  /** Versions that can be read. @default only `version` */
  readonly reads?: readonly number[];
  /**
   * Makes of a body of an older version of `reads` what `message` asks for; what it makes is checked. Without it `message`
   * must take bodies of all those versions.
   */
  readonly upgrade?: (body: unknown, version: number) => unknown;
  /** How often a message whose handler throws is tried in all. @default 5 */
  readonly attempts?: number;
  /** Pause before the second try in ms, doubled each time. @default 1000 */
  readonly backoffMs?: number;
  /** What the patterns of this queue's schedules mean; without it the queue has none by pattern. */
  readonly nextTime?: NextTime;
}

/**
 * The next time that a schedule's pattern means.
 *
 * @param after ms since the epoch
 * @returns ms since the epoch, later than `after`; undefined when there is none any more
 */
export type NextTime = (pattern: string, timeZone: string, after: number) => number | undefined;

/** What travels: the body, its version, and the request and the trace that caused it. */
export interface Envelope {
  v: number;
  requestId?: string | undefined;
  /** The span that it belongs to (W3C Trace Context); absent when its sender has none. */
  traceparent?: string | undefined;
  /** When it was sent, ms since the epoch. */
  sentAt: number;
  body: unknown;
}

/** A message as its handler gets it. */
export interface Delivery<T> {
  body: T;
  requestId: string | undefined;
  sentAt: number;
  /** BullMQ's id of the job that carried it. */
  id: string;
  /** The time of its schedule that it is for, ms since the epoch; undefined of a message that was sent. */
  scheduledFor: number | undefined;
  /** 1 for the first try. */
  attempt: number;
  /** True on the last try: what is not done now is left to the sweep. */
  last: boolean;
}

/** Declares a queue. A function only so that its type is inferred from the message class. */
export function defineQueue<T extends object>(definition: QueueDefinition<T>): QueueDefinition<T> {
  if (definition.name.includes(':'))
    throw new Error(`a queue name must not contain ':' (${definition.name})`);
  return Object.freeze(definition);
}
