import { validate } from '@portolan/validation';
import { DelayedError, UnrecoverableError, type Job } from 'bullmq';
import type { MessageOutcome } from './messaging-observer';
import type { Delivery, Envelope, QueueDefinition } from './queue-definition';
import type { QueuesOptions } from './queues-options';
import { RedeliverLater } from './redelivery';

/** How long a message of a version that this release can't read stays off the queue, ms. */
const UNREADABLE_RETRY_MS = 1000;

/** What a message is handled with. */
type HandlingOptions = Pick<QueuesOptions, 'withRequestId' | 'tracing' | 'observer'>;

/**
 * Hands a message over, within its request's scope and its trace, and tells what became of it.
 *
 * @param token BullMQ's, of the worker that holds the message
 * @throws what the handler does: BullMQ tries again. UnrecoverableError for what can't be read: it is dropped.
 *   DelayedError when the handler asked for it later ({@link RedeliverLater}), or it is of a newer release
 */
export async function deliver<T extends object>(
  { withRequestId, tracing, observer }: HandlingOptions,
  queue: QueueDefinition<T>,
  job: Job<Envelope>,
  token: string | undefined,
  handler: (delivery: Delivery<T>) => Promise<void>,
): Promise<void> {
  const { requestId, traceparent, sentAt } = job.data;
  const handle = () => handler(open(queue, job));
  const run = () => withRequestId?.(requestId, handle) ?? handle();
  const message = { id: job.id ?? '', traceparent, waitedMs: Date.now() - sentAt };
  const begun = performance.now();
  const became = (outcome: MessageOutcome): void =>
    observer?.handled(queue.name, outcome, (performance.now() - begun) / 1000);
  try {
    await (tracing?.handling(queue.name, message, run) ?? run());
    became('done');
  } catch (error) {
    if (!(error instanceof RedeliverLater)) {
      became(error instanceof UnrecoverableError ? 'dropped' : 'failed');
      throw error;
    }
    became('put-back');
    await job.moveToDelayed(Math.ceil(Date.now() + error.delayMs), token);
    throw new DelayedError();
  }
}

const isPlain = <T extends object>({ isPlain: tell }: QueueDefinition<T>, body: unknown): body is T =>
  typeof body === 'object' && body !== null && tell?.(body) === true;

function open<T extends object>(queue: QueueDefinition<T>, job: Job<Envelope>): Delivery<T> {
  const { v, requestId, sentAt } = job.data;
  const attempt = job.attemptsMade + 1;
  if (!(queue.reads ?? [queue.version]).includes(v)) {
    // A newer release may have sent it: leave it to a replica that can read it.
    throw new RedeliverLater(UNREADABLE_RETRY_MS);
  }
  try {
    const body = v < queue.version && queue.upgrade ? queue.upgrade(job.data.body, v) : job.data.body;
    return {
      body: isPlain(queue, body) ? body : validate(queue.message, body),
      requestId,
      sentAt,
      id: job.id ?? '',
      scheduledFor: job.opts.prevMillis,
      attempt,
      last: attempt >= (job.opts.attempts ?? 1),
    };
  } catch (error) {
    throw new UnrecoverableError(
      `${queue.name}: ${error instanceof Error ? error.message : 'unreadable message'}`,
    );
  }
}
