import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { ServiceLogger, Ticker } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { CHANGED_SIGNAL } from '../current/refresh.service';
import { HistoryConfig } from '../history-config';
import { ChangeRepository } from './change.repository';

/** Somebody who waits for a change. */
interface Waiter {
  collection: number;
  /** The last change that it knows. */
  seq: number;
  wake: () => void;
}

/**
 * Tells those who follow collections that something has changed: one look at the database for all of them,
 * at once when a crawl or an import says so, and every `FEED_POLL_MS`, for Redis may be away.
 */
@Injectable()
export class ChangeWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly waiters = new Set<Waiter>();
  private readonly last = new Map<number, number>();
  private readonly ticker: Ticker;
  private subscription: Subscription | undefined;

  constructor(
    private readonly changes: ChangeRepository,
    private readonly signals: Signals,
    logger: ServiceLogger,
    config: HistoryConfig,
  ) {
    this.ticker = new Ticker({
      everyMs: config.FEED_POLL_MS,
      run: () => this.look(),
      onError: (error) => logger.warn({ err: error }, 'changes could not be looked for'),
    });
  }

  onApplicationBootstrap(): void {
    this.subscription = this.signals.on(CHANGED_SIGNAL).subscribe(() => this.ticker.wake());
    this.ticker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.subscription?.unsubscribe();
    await this.ticker.stop();
  }

  /**
   * Waits until a collection has changed since a sequence number, for `ms` at the most or until `signal`.
   *
   * @returns the last change that is known, `seq` when there is none since
   */
  async next(collection: number, seq: number, ms: number, signal: AbortSignal): Promise<number> {
    if (this.lastOf(collection) <= seq) await this.wait(collection, seq, ms, signal);
    return Math.max(seq, this.lastOf(collection));
  }

  private wait(collection: number, seq: number, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiter = { collection, seq, wake: () => end() };
      const timer = setTimeout(() => end(), ms);
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.waiters.delete(waiter);
        resolve();
      };
      if (signal.aborted) return end();
      signal.addEventListener('abort', end);
      this.waiters.add(waiter);
      // What was written while nobody waited was not looked for.
      this.ticker.wake();
    });
  }

  private async look(): Promise<void> {
    if (this.waiters.size === 0) return;
    for (const [collection, { last }] of await this.changes.extents()) this.last.set(collection, last);
    for (const { collection, seq, wake } of [...this.waiters]) if (this.lastOf(collection) > seq) wake();
  }

  private readonly lastOf = (collection: number): number => this.last.get(collection) ?? 0;
}
