import type { OnApplicationShutdown } from '@nestjs/common';
import { validate } from '@portolan/validation';
import { Queue, type JobsOptions } from 'bullmq';
import type {
  KnownSchedule,
  MessageSpan,
  QueueCounts,
  QueuesOptions,
  RedisOperation,
  Schedule,
  SendOptions,
} from './queues-options';
import { repeatOf, scheduling, type Envelope, type QueueDefinition } from './queue-definition';
import { commandWithin, isTimeout, reconnect, senderOptions, within } from './redis-connection';

/** Time limit of one command, ms: a queue that has never reached Redis would wait for ever. */
const SEND_LIMIT_MS = 1500;

/** Sends messages on BullMQ and manages the waiting ones. Bodies are validated here and again by the consumer. */
export class Queues implements OnApplicationShutdown {
  private readonly senders = new Map<string, Queue<Envelope>>();
  private closed = false;

  constructor(private readonly options: QueuesOptions) {}

  /** @throws ValidationFailedError when the body is not valid for the queue; ioredis errors while Redis is unavailable. */
  async send<T extends object>(queue: QueueDefinition<T>, body: T, how: SendOptions = {}): Promise<void> {
    const { span, name, data, opts } = this.jobOf(queue, body, how);
    await this.ask(queue, 'send', (sender) => sender.add(name, data, opts), span && [span]);
  }

  async sendAll<T extends object>(
    queue: QueueDefinition<T>,
    messages: readonly { body: T; how?: SendOptions }[],
  ): Promise<void> {
    if (messages.length === 0) return;
    const jobs = messages.map(({ body, how }) => this.jobOf(queue, body, how));
    const spans = jobs.flatMap(({ span }) => span ?? []);
    const unspanned = jobs.map(({ span: _span, ...job }) => job);
    await this.ask(queue, 'send', (sender) => sender.addBulk(unspanned), spans);
  }

  /** Sends `body` on a schedule. Every replica may call this: there is one schedule per id. */
  async schedule<T extends object>(queue: QueueDefinition<T>, schedule: Schedule, body: T): Promise<void> {
    const job = { name: queue.name, data: this.seal(queue, body, {}), opts: jobOptions(queue, {}) };
    await this.ask(queue, 'send', (sender) =>
      sender.upsertJobScheduler(schedule.id, repeatOf(schedule), job),
    );
  }

  /** Removes a schedule; unknown ids are fine. */
  async unschedule<T extends object>(queue: QueueDefinition<T>, id: string): Promise<void> {
    await this.ask(queue, 'send', (sender) => sender.removeJobScheduler(id));
  }

  async schedules<T extends object>(queue: QueueDefinition<T>): Promise<KnownSchedule[]> {
    const schedulers = await this.ask(queue, 'look', (sender) => sender.getJobSchedulers(0, -1, true));
    return schedulers.map(({ key, pattern, tz, next }) => ({ id: key, pattern, timeZone: tz, next }));
  }

  async counts<T extends object>(queue: QueueDefinition<T>): Promise<QueueCounts> {
    const {
      wait = 0,
      prioritized = 0,
      delayed = 0,
      active = 0,
    } = await this.ask(queue, 'count', (sender) =>
      sender.getJobCounts('wait', 'prioritized', 'delayed', 'active'),
    );
    return { wait, prioritized, delayed, active };
  }

  async listeners<T extends object>(queue: QueueDefinition<T>): Promise<number> {
    return this.ask(queue, 'look', (sender) => sender.getWorkersCount());
  }

  /**
   * Delivers at once the messages that `wanted` selects among the next `limit` delayed ones; ignores messages taken concurrently.
   */
  async bringForward<T extends object>(
    queue: QueueDefinition<T>,
    wanted: (body: T) => boolean,
    limit: number,
  ): Promise<void> {
    const delayed = await this.ask(queue, 'look', (sender) => sender.getDelayed(0, limit - 1));
    // Not by their delays, which depend on when each was put back.
    delayed.sort((one, other) => one.timestamp - other.timestamp);
    for (const job of delayed) {
      if (wanted(job.data.body as T)) await job.promote().catch(() => undefined);
    }
  }

  /** Removes messages by their ids. @returns the ids no longer on the queue; a message that a consumer is handling stays */
  async remove<T extends object>(queue: QueueDefinition<T>, ids: readonly string[]): Promise<string[]> {
    const sender = this.sender(queue);
    const removals = Promise.all(ids.map((id) => sender.remove(id).catch(() => 0)));
    const removed = await within(SEND_LIMIT_MS, removals, () => []);
    return ids.filter((_id, index) => removed[index] === 1);
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.senders.values()].map((sender) => sender.close()));
    this.senders.clear();
  }

  private sender<T extends object>(queue: QueueDefinition<T>): Queue<Envelope> {
    const known = this.senders.get(queue.name);
    if (known) return known;
    if (this.closed) throw new Error(`the queues are closed: ${queue.name} accepts no messages`);
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

  private async ask<T extends object, R>(
    queue: QueueDefinition<T>,
    operation: RedisOperation,
    work: (sender: Queue<Envelope>) => Promise<R>,
    spans: readonly MessageSpan[] = [],
  ): Promise<R> {
    const sender = this.sender(queue);
    const begun = performance.now();
    const done = (error?: unknown): void => {
      this.options.observer?.asked(operation, (performance.now() - begun) / 1000, error === undefined);
      for (const span of spans) span.end(error);
    };
    try {
      const answer = await commandWithin(SEND_LIMIT_MS, work(sender));
      done();
      return answer;
    } catch (error) {
      done(error);
      if (isTimeout(error)) replaceConnection(sender).catch(() => undefined);
      throw error;
    }
  }

  private jobOf<T extends object>(queue: QueueDefinition<T>, body: T, how: SendOptions = {}) {
    const span = this.options.tracing?.sending(queue.name, how.traceparent);
    const data = this.seal(queue, body, { ...how, traceparent: span?.traceparent });
    return { span, name: queue.name, data, opts: jobOptions(queue, how) };
  }

  private seal<T extends object>(queue: QueueDefinition<T>, body: T, how: SendOptions): Envelope {
    if (!how.checked) validate(queue.message, body);
    const { traceparent, requestId = this.options.currentRequestId?.() } = how;
    return { v: queue.version, requestId, ...(traceparent && { traceparent }), sentAt: Date.now(), body };
  }
}

/** A sender that has never reached Redis is connecting already. */
async function replaceConnection(sender: Queue<Envelope>): Promise<void> {
  const connected = await Promise.race([sender.backend.client, Promise.resolve(undefined)]);
  if (connected) reconnect(connected);
}

const jobOptions = <T extends object>(queue: QueueDefinition<T>, how: SendOptions): JobsOptions => ({
  jobId: how.id,
  delay: how.delayMs,
  priority: how.priority,
  timestamp: how.place ?? Date.now(),
  attempts: queue.attempts ?? 5,
  backoff: { type: 'exponential', delay: queue.backoffMs ?? 1000 },
  // A finished message that stays in Redis would make a second `add` with the same id a no-op.
  removeOnComplete: true,
  removeOnFail: true,
});
