import type { OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Observable, Subject, filter, map, share } from 'rxjs';
import type { QueuesOptions, RedisOperation } from './queues-options';
import { isTimeout, listenerOptions, reconnect, senderOptions } from './redis-connection';

/** Signals between replicas over Redis publish. Signals may be lost, so every listener also polls. */
export class Signals implements OnApplicationShutdown {
  /** Emits whenever this process sends a signal, whether Redis is available or not. */
  readonly sent = new Subject<void>();
  private readonly incoming = new Subject<{ channel: string; payload: string }>();
  private readonly listeners = new Map<string, number>();
  private readonly publisher: Redis;
  private subscriber: Redis | undefined;

  constructor(private readonly options: QueuesOptions) {
    this.publisher = new Redis(senderOptions(options.redis));
    this.publisher.on('error', this.onError);
  }

  /** Signals all replicas. Does nothing while Redis is unavailable: the poll is the fallback. */
  send(channel: string, payload = ''): void {
    this.sent.next();
    this.timed('publish', this.publisher.publish(this.key(channel), payload)).catch(this.onError);
  }

  /** Emits each payload that any replica sends on `channel`. Subscribes to Redis while it has subscribers. */
  on(channel: string): Observable<string> {
    return new Observable<string>((observer) => {
      this.listen(channel);
      const subscription = this.incoming
        .pipe(
          filter((signal) => signal.channel === this.key(channel)),
          map(({ payload }) => payload),
        )
        .subscribe(observer);
      return () => {
        subscription.unsubscribe();
        this.leave(channel);
      };
    }).pipe(share());
  }

  /** Resolves when Redis responds. @throws ioredis errors */
  async ping(): Promise<void> {
    await this.timed('ping', this.publisher.ping());
  }

  onApplicationShutdown(): void {
    this.close();
  }

  close(): void {
    this.incoming.complete();
    this.publisher.disconnect();
    this.subscriber?.disconnect();
  }

  private async timed<R>(operation: RedisOperation, answer: Promise<R>): Promise<R> {
    const begun = performance.now();
    let ok = false;
    try {
      const result = await answer;
      ok = true;
      return result;
    } catch (error) {
      // The subscriber sends nothing, so it cannot detect a dead connection.
      if (isTimeout(error))
        for (const client of [this.publisher, this.subscriber]) if (client) reconnect(client);
      throw error;
    } finally {
      this.options.observer?.asked(operation, (performance.now() - begun) / 1000, ok);
    }
  }

  private listen(channel: string): void {
    const count = this.listeners.get(channel) ?? 0;
    this.listeners.set(channel, count + 1);
    if (count === 0) this.connection().subscribe(this.key(channel)).catch(this.onError);
  }

  private leave(channel: string): void {
    const count = (this.listeners.get(channel) ?? 1) - 1;
    this.listeners.set(channel, count);
    if (count > 0) return;
    this.listeners.delete(channel);
    this.subscriber?.unsubscribe(this.key(channel)).catch(this.onError);
  }

  /** A new connection has no subscriptions. */
  private resubscribe(): void {
    const keys = [...this.listeners.keys()].map((channel) => this.key(channel));
    if (keys.length > 0) this.subscriber?.subscribe(...keys).catch(this.onError);
  }

  private connection(): Redis {
    // ioredis' own resubscription leaves its promise alone: a close, or a refusal, before the answer would end the process.
    this.subscriber ??= new Redis({ ...listenerOptions(this.options.redis), autoResubscribe: false })
      .on('error', this.onError)
      .on('ready', () => this.resubscribe())
      .on('message', (channel: string, payload: string) => this.incoming.next({ channel, payload }));
    return this.subscriber;
  }

  private readonly onError = (error: Error): void => this.options.onError(error, 'signals');

  private key(channel: string): string {
    return `${this.options.prefix}:signal:${channel}`;
  }
}
