import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { ServiceLogger, Ticker } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { CHANGED_SIGNAL } from '../current/refresh.service';
import { HistoryConfig } from '../history-config';
import { ChangeRepository } from './change.repository';

/** A collection and the last change of it that somebody knows. */
export interface Place {
  /** Number of the collection. */
  collection: number;
  seq: number;
}

/** Somebody who waits for a change of any of some collections. */
interface Waiter {
  places: readonly Place[];
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
  /** Something may have changed while nobody waited: then nobody looked. */
  private missed = true;
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

  /** The last change of a place's collection that is known here; never less than the place's own. */
  lastOf({ collection, seq }: Place): number {
    return Math.max(seq, this.last.get(collection) ?? 0);
  }

  /** Waits until one of some collections has changed, for `ms` at the most or until `signal`. */
  async changed(places: readonly Place[], ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.isBehind(places)) return;
    await new Promise<void>((resolve) => {
      const waiter = { places, wake: () => end() };
      const timer = setTimeout(() => end(), ms);
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.waiters.delete(waiter);
        resolve();
      };
      signal.addEventListener('abort', end);
      this.waiters.add(waiter);
      if (this.missed) this.ticker.wake();
    });
  }

  private async look(): Promise<void> {
    this.missed = this.waiters.size === 0;
    if (this.missed) return;
    for (const [collection, { last }] of await this.changes.extents()) this.last.set(collection, last);
    for (const { places, wake } of [...this.waiters]) if (this.isBehind(places)) wake();
  }

  private isBehind(places: readonly Place[]): boolean {
    return places.some((place) => this.lastOf(place) > place.seq);
  }
}
