import { validate } from '@portolan/validation';
import { Queue, Worker, type JobsOptions } from 'bullmq';
import { deliver } from './deliver';
import type { RedisOperation } from './messaging-observer';
import type { MessageSpan } from './message-tracing';
import type { Delivery, Envelope, QueueDefinition } from './queue-definition';
import type { Consumer, KnownSchedule, QueuesOptions, Schedule, SendOptions } from './queues-options';
import { listenerOptions, senderOptions } from './redis-connection';
import { repeatOf, scheduling } from './scheduling';
import { within } from './within';

/** How long sending may take: a queue that has never reached Redis would wait for it for ever, ms. */
const SEND_LIMIT_MS = 1500;
/** How long the end of a consumer may take, the handlers in hand included, ms. */
const CLOSE_LIMIT_MS = 20_000;

/**
 * Sends and consumes the messages of the catalogue on BullMQ. Messages are checked on both ends;
 * what can't be read is dropped with an error, never retried.
 */
export class Queues {
  private readonly senders = new Map<string, Queue<Envelope>>();
  private readonly consumers = new Set<Consumer>();
  /** Consumers are being ended: there are no new ones. */
  private closing = false;
  private closed = false;

  constructor(private readonly options: QueuesOptions) {}

  /** @throws ValidationFailedError when the body is not what the queue carries; ioredis errors while Redis is away. */
  async send<T extends object>(queue: QueueDefinition<T>, body: T, how: SendOptions = {}): Promise<void> {
    const sender = this.sender(queue);
    const span = this.options.tracing?.sending(queue.name, how.traceparent);
    const sealed = this.seal(queue, body, { ...how, traceparent: span?.traceparent });
    await this.ask('send', () => sender.add(queue.name, sealed, this.jobOptions(queue, how)), span && [span]);
  }

  /** Sends many at once in one round trip. */
  async sendAll<T extends object>(
    queue: QueueDefinition<T>,
    messages: readonly { body: T; how?: SendOptions }[],
  ): Promise<void> {
    if (messages.length === 0) return;
    const spans: MessageSpan[] = [];
    const jobs = messages.map(({ body, how = {} }) => {
      const span = this.options.tracing?.sending(queue.name, how.traceparent);
      if (span) spans.push(span);
      return {
        name: queue.name,
        data: this.seal(queue, body, { ...how, traceparent: span?.traceparent }),
        opts: this.jobOptions(queue, how),
      };
    });
    await this.ask('send', () => this.sender(queue).addBulk(jobs), spans);
  }

  /**
   * Handles the queue's messages, `concurrency` at a time in this process (default 1).
   *
   * @throws Error after {@link close}: nobody would end the consumer
   */
  consume<T extends object>(
    queue: QueueDefinition<T>,
    handler: (delivery: Delivery<T>) => Promise<void>,
    concurrency = 1,
  ): Consumer {
    if (this.closing) throw new Error(`the queues are closed, ${queue.name} too`);
    const worker = new Worker<Envelope>(
      queue.name,
      (job, token) => deliver(this.options, queue, job, token, handler),
      {
        connection: listenerOptions(this.options.redis),
        prefix: this.options.prefix,
        concurrency,
        drainDelay: 1,
        ...scheduling(queue),
      },
    );
    worker.on('error', (error) => this.options.onError(error, queue.name));
    worker.on('failed', (_job, error) => this.options.onError(error, queue.name));
    const report = (error: unknown): void =>
      this.options.onError(error instanceof Error ? error : new Error(String(error)), queue.name);
    const consumer: Consumer = {
      pause: () => worker.pause(),
      hold: () => void worker.pause(true).catch(report),
      resume: () => {
        if (worker.isPaused()) worker.resume().catch(report);
      },
      close: async () => {
        this.consumers.delete(consumer);
        // A worker that has never reached Redis does not end by itself.
        await within(CLOSE_LIMIT_MS, worker.close()).catch(report);
      },
    };
    this.consumers.add(consumer);
    return consumer;
  }

  /** Has BullMQ send `body` again and again; every replica may call this, there is one schedule per id. */
  async schedule<T extends object>(queue: QueueDefinition<T>, schedule: Schedule, body: T): Promise<void> {
    await this.sender(queue).upsertJobScheduler(schedule.id, repeatOf(schedule), {
      name: queue.name,
      data: this.seal(queue, body),
      opts: this.jobOptions(queue, {}),
    });
  }

  /** Removes a schedule; unknown ids are fine. */
  async unschedule<T extends object>(queue: QueueDefinition<T>, id: string): Promise<void> {
    await this.sender(queue).removeJobScheduler(id);
  }

  /** The schedules that exist now. */
  async schedules<T extends object>(queue: QueueDefinition<T>): Promise<KnownSchedule[]> {
    const schedulers = await this.sender(queue).getJobSchedulers(0, -1, true);
    return schedulers.map(({ key, pattern, tz, next }) => ({ id: key, pattern, timeZone: tz, next }));
  }

  /** Messages that wait, also those that wait for their time. */
  async depth<T extends object>(queue: QueueDefinition<T>): Promise<number> {
    const counts = await this.ask('count', () =>
      this.sender(queue).getJobCounts('wait', 'prioritized', 'delayed'),
    );
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  }

  /** How many consumers the queue has, in all processes. */
  async listeners<T extends object>(queue: QueueDefinition<T>): Promise<number> {
    return this.ask('look', () => this.sender(queue).getWorkersCount());
  }

  /**
   * Delivers messages now that wait for their time: of the `limit` next ones those that `wanted` picks by
   * their body. One that somebody else takes meanwhile is no error.
   */
  async bringForward<T extends object>(
    queue: QueueDefinition<T>,
    wanted: (body: T) => boolean,
    limit: number,
  ): Promise<void> {
    const delayed = await this.ask('look', () => this.sender(queue).getDelayed(0, limit - 1));
    for (const job of delayed) {
      if (wanted(job.data.body as T)) await job.promote().catch(() => undefined);
    }
  }

  /** Ends all consumers (what they have in hand is finished first), then the senders. */
  async close(): Promise<void> {
    this.closing = true;
    await Promise.all([...this.consumers].map((consumer) => consumer.close()));
    this.closed = true;
    await Promise.all([...this.senders.values()].map((sender) => sender.close()));
    this.senders.clear();
  }

  /** The BullMQ queue itself, for what the catalogue has no word for. */
  sender<T extends object>(queue: QueueDefinition<T>): Queue<Envelope> {
    const known = this.senders.get(queue.name);
    if (known) return known;
    if (this.closed) throw new Error(`the queues are closed, ${queue.name} too`);
    const created = new Queue<Envelope>(queue.name, {
      connection: senderOptions(this.options.redis),
      prefix: this.options.prefix,
      skipVersionCheck: true,
      ...scheduling(queue),
    });
    created.on('error', (error) => this.options.onError(error, queue.name));
    this.senders.set(queue.name, created);
    return created;
  }

  /** Asks Redis, for {@link SEND_LIMIT_MS} at the most, and tells how long it took. */
  private async ask<R>(
    operation: RedisOperation,
    work: () => Promise<R>,
    spans: readonly MessageSpan[] = [],
  ): Promise<R> {
    const begun = performance.now();
    const done = (error?: unknown): void => {
      this.options.observer?.asked(operation, (performance.now() - begun) / 1000, error === undefined);
      for (const span of spans) span.end(error);
    };
    try {
      const answer = await within(SEND_LIMIT_MS, work());
      done();
      return answer;
    } catch (error) {
      done(error);
      throw error;
    }
  }

  private seal<T extends object>(queue: QueueDefinition<T>, body: T, how: SendOptions = {}): Envelope {
    if (!how.checked && !queue.isPlain?.(body)) validate(queue.message, body);
    const requestId = how.requestId ?? this.options.currentRequestId?.();
    const { traceparent } = how;
    return { v: queue.version, requestId, ...(traceparent && { traceparent }), sentAt: Date.now(), body };
  }

  private jobOptions<T extends object>(queue: QueueDefinition<T>, how: SendOptions): JobsOptions {
    return {
      jobId: how.id,
      delay: how.delayMs,
      priority: how.priority,
      attempts: queue.attempts ?? 5,
      backoff: { type: 'exponential', delay: queue.backoffMs ?? 1000 },
      // A finished id that stayed would make a second `add` of the same id do nothing.
      removeOnComplete: true,
      removeOnFail: true,
    };
  }
}
