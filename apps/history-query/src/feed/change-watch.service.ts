import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { PeriodicTasks, type PeriodicTask } from '@portolan/service';
import { HistoryConfig } from '../config/history-config';
import { CHANGED_SIGNAL } from '../current/refresh.service';
import { ChangeRepository } from './change.repository';

export interface Place {
  collection: number;
  seq: number;
}

interface Waiter {
  places: readonly Place[];
  wake: () => void;
}

/** Notifies change feeds with one query for all of them: at once on a signal, and every `FEED_POLL_MS`. */
@Injectable()
export class ChangeWatchService {
  private readonly waiters = new Set<Waiter>();
  private readonly last = new Map<number, number>();
  private readonly look: PeriodicTask;
  /** Without waiters there are no queries, so changes may have been missed. */
  private missed = true;

  constructor(
    private readonly changes: ChangeRepository,
    signals: Signals,
    config: HistoryConfig,
    periodic: PeriodicTasks,
  ) {
    const wakeOn = signals.on(CHANGED_SIGNAL);
    this.look = periodic.every(config.FEED_POLL_MS, 'look for changes', () => this.readChanges(), { wakeOn });
  }

  /** Returns the last known change of a collection; never less than that of the place. */
  lastOf({ collection, seq }: Place): number {
    return Math.max(seq, this.last.get(collection) ?? 0);
  }

  /** Waits until one of some collections has changed, at most `ms` or until `signal` aborts. */
  async changed(places: readonly Place[], ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.isBehind(places)) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.waiters.delete(waiter);
        resolve();
      };
      const waiter = { places, wake };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake);
      this.waiters.add(waiter);
      if (this.missed) this.look.wake();
    });
  }

  private async readChanges(): Promise<void> {
    this.missed = this.waiters.size === 0;
    if (this.missed) return;
    for (const [collection, { last }] of await this.changes.extents()) this.last.set(collection, last);
    for (const { places, wake } of [...this.waiters]) if (this.isBehind(places)) wake();
  }

  private isBehind(places: readonly Place[]): boolean {
    return places.some((place) => this.lastOf(place) > place.seq);
  }
}
