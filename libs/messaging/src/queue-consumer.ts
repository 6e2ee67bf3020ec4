import { validate } from '@portolan/validation';
import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq';
import type { MessageOutcome, QueuesOptions } from './queues-options';
import { scheduling, type Delivery, type Envelope, type QueueDefinition } from './queue-definition';
import { commandWithin, isTimeout, listenerOptions, reconnect } from './redis-connection';

/** Thrown by a handler to have the message redelivered after `delayMs`; this is not a failed attempt. */
export class RedeliverLater extends Error {
  override readonly name = 'RedeliverLater';

  constructor(readonly delayMs: number) {
    super(`again in ${delayMs} ms`);
  }
}

/** Delay of a message of a version that this release cannot read, ms. */
const UNREADABLE_RETRY_MS = 1000;

/**
 * Delivers a message to its handler within the scope and trace of its request, and reports the outcome.
 * @throws the handler's error: BullMQ retries. UnrecoverableError: unreadable, dropped. DelayedError: put back for later
 */
async function deliver<T extends object>(
  { withRequestId, tracing, observer }: QueuesOptions,
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

function open<T extends object>(queue: QueueDefinition<T>, job: Job<Envelope>): Delivery<T> {
  const { v, requestId, sentAt } = job.data;
  const attempt = job.attemptsMade + 1;
  // A newer release may have sent this message; a replica of that release can read it.
  if (!(queue.reads ?? [queue.version]).includes(v)) throw new RedeliverLater(UNREADABLE_RETRY_MS);
  try {
    const body = v < queue.version && queue.upgrade ? queue.upgrade(job.data.body, v) : job.data.body;
    return {
      body: validate(queue.message, body),
      requestId,
      sentAt,
      id: job.id ?? '',
      scheduledFor: job.opts.prevMillis,
      attempt,
      last: attempt >= (job.opts.attempts ?? 1),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable message';
    throw new UnrecoverableError(`${queue.name}: ${why}`);
  }
}

/** Time limit for closing a consumer, running handlers included, ms. */
const CLOSE_LIMIT_MS = 20_000;

/**
 * Duration of the lock on a message in progress, ms, renewed at half of it: a message of a killed process is delivered again
 * within about 10 s. After a Redis outage of this length a message may be handled twice; handlers allow for that anyway.
 */
const LOCK_MS = 5000;
/** Interval between two checks for messages whose lock expired, ms; a message is redelivered by the second one. */
const LOCK_CHECK_MS = 1500;

/**
 * Interval between two commands that must be answered in time, ms: BullMQ's own commands have no time limit. It watches the connection
 * that waits for messages.
 */
const LOOK_MS = 10_000;
const LOOK_LIMIT_MS = 5000;

/** How the messages of a queue are consumed. */
export interface ConsumerOptions {
  /** Messages handled at the same time in this process. @default 1 */
  concurrency?: number;
  /** The service starts the consumer itself. @default false: it starts with the application */
  manualStart?: boolean;
}

/** Delivers the messages of one queue to its handler, from {@link start} until {@link close}. */
export class QueueConsumer<T extends object = object> {
  private worker: Worker<Envelope> | undefined;
  private closed = false;
  private looks: NodeJS.Timeout | undefined;
  /** The status of the connection at the last look. */
  private status: string | undefined;

  constructor(
    private readonly options: QueuesOptions,
    readonly queue: QueueDefinition<T>,
    private readonly handler: (delivery: Delivery<T>) => Promise<void>,
    readonly how: ConsumerOptions = {},
  ) {}

  get started(): boolean {
    return this.worker !== undefined;
  }

  /** @throws Error after {@link close}: nothing would end the worker */
  start(): void {
    const { options, queue } = this;
    if (this.closed) throw new Error(`the consumer of the queue ${queue.name} is closed`);
    const handle = (job: Job<Envelope>, token?: string) => deliver(options, queue, job, token, this.handler);
    this.worker ??= new Worker<Envelope>(queue.name, handle, {
      connection: listenerOptions(options.redis),
      prefix: options.prefix,
      concurrency: this.how.concurrency ?? 1,
      drainDelay: 1,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_CHECK_MS,
      ...scheduling(queue),
    })
      .on('error', this.report)
      .on('failed', (_job, error) => this.report(error));
    this.looks ??= setInterval(() => void this.look().catch(this.report), LOOK_MS).unref();
  }

  /** Stops taking messages without waiting, so that a handler may call this. */
  hold(): void {
    this.worker?.pause(true).catch(this.report);
  }

  resume(): void {
    if (this.worker?.isPaused()) this.worker.resume().catch(this.report);
  }

  /** Stops taking messages; resolves when all messages in progress are handled. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.looks);
    // A worker that has never connected to Redis does not close by itself.
    if (this.worker) await commandWithin(CLOSE_LIMIT_MS, this.worker.close()).catch(this.report);
  }

  private async look(): Promise<void> {
    const client = await this.worker?.backend.client;
    if (client === undefined) return;
    // A connection whose first command is not answered does not become ready.
    const isStuck = client.status === 'connect' && this.status === 'connect';
    this.status = client.status;
    if (isStuck) return reconnect(client);
    if (client.status !== 'ready') return;
    try {
      await commandWithin(LOOK_LIMIT_MS, client.get(`${this.options.prefix}:none`));
    } catch (error) {
      if (isTimeout(error)) reconnect(client);
      throw error;
    }
  }

  private readonly report = (error: unknown): void =>
    this.options.onError(error instanceof Error ? error : new Error(String(error)), this.queue.name);
}
