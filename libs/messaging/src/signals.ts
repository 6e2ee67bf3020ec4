import { Redis } from 'ioredis';
import { Observable, Subject, filter, map, share } from 'rxjs';
import type { MessagingObserver, RedisOperation } from './messaging-observer';
import { listenerOptions, senderOptions, type RedisTarget } from './redis-connection';

interface Signal {
  channel: string;
  payload: string;
}

/**
 * Wake-ups between replicas over Redis publish: "there is something new about X". They carry no
 * truth and may be lost; whoever listens also polls (design §1).
 */
export class Signals {
  private readonly incoming = new Subject<Signal>();
  private readonly listeners = new Map<string, number>();
  private readonly publisher: Redis;
  private subscriber: Redis | undefined;

  constructor(
    private readonly redis: string | RedisTarget,
    private readonly prefix: string,
    private readonly onError: (error: Error) => void,
    private readonly observer?: MessagingObserver,
  ) {
    this.publisher = new Redis(senderOptions(redis));
    this.publisher.on('error', onError);
  }

  /** Tells all replicas. While Redis is away this does nothing: the poll is the fallback. */
  send(channel: string, payload = ''): void {
    this.timed('publish', this.publisher.publish(this.key(channel), payload)).catch(this.onError);
  }

  /** What is sent on `channel` from now on, by any replica. Subscribes while somebody listens. */
  on(channel: string): Observable<string> {
    return new Observable<string>((observer) => {
      this.listen(channel);
      const subscription = this.incoming
        .pipe(
          filter((signal) => signal.channel === this.key(channel)),
          map((signal) => signal.payload),
        )
        .subscribe(observer);
      return () => {
        subscription.unsubscribe();
        this.leave(channel);
      };
    }).pipe(share());
  }

  /** Answers whether Redis really answers. @throws ioredis errors */
  async ping(): Promise<void> {
    await this.timed('ping', this.publisher.ping());
  }

  close(): void {
    this.incoming.complete();
    this.publisher.disconnect();
    this.subscriber?.disconnect();
  }

  private async timed<R>(operation: RedisOperation, answer: Promise<R>): Promise<R> {
    const begun = performance.now();
    const tell = (ok: boolean): void =>
      this.observer?.asked(operation, (performance.now() - begun) / 1000, ok);
    try {
      const result = await answer;
      tell(true);
      return result;
    } catch (error) {
      tell(false);
      throw error;
    }
  }

  private listen(channel: string): void {
    const count = this.listeners.get(channel) ?? 0;
    this.listeners.set(channel, count + 1);
    if (count === 0) this.connection().subscribe(this.key(channel)).catch(this.onError);
  }

  private leave(channel: string): void {
    const count = (this.listeners.get(channel) ?? 1) - 1;
    if (count > 0) {
      this.listeners.set(channel, count);
      return;
    }
    this.listeners.delete(channel);
    this.subscriber?.unsubscribe(this.key(channel)).catch(this.onError);
  }

  private connection(): Redis {
    if (this.subscriber) return this.subscriber;
    const created = new Redis(listenerOptions(this.redis));
    created.on('error', this.onError);
    created.on('message', (channel: string, payload: string) => this.incoming.next({ channel, payload }));
    this.subscriber = created;
    return created;
  }

  private key(channel: string): string {
    return `${this.prefix}:signal:${channel}`;
  }
}
