import { Ticker } from '@portolan/service';
import { Observable, ReplaySubject, distinctUntilChanged, type Subscription } from 'rxjs';

export interface RowWatchOptions {
  /** Returns the newest sequence of each row; an absent row is left out. */
  read: (keys: readonly string[]) => Promise<Map<string, number>>;
  /** Keys of changed rows; a signal may be lost. */
  wakeups: Observable<string>;
  /** The interval at which all watched rows are read, ms. */
  everyMs: number;
  onError: (error: unknown) => void;
}

interface Watched {
  sequence: ReplaySubject<number | undefined>;
  /** Whether the row existed at the last read. */
  exists: boolean;
  watchers: number;
}

/**
 * Follows the sequence of rows for any number of clients with one query per interval (V1-GEN-7). A signal only brings the
 * next query forward.
 */
export class RowWatch {
  private readonly rows = new Map<string, Watched>();
  private readonly unread = new Set<string>();
  private readonly poll = new Ticker({ ...this.options, run: () => this.read([...this.rows.keys()]) });
  private readonly look = new Ticker({
    everyMs: 2 ** 30,
    run: () => this.readSome(),
    onError: this.options.onError,
    immediately: false,
  });
  private subscription: Subscription | undefined;

  constructor(private readonly options: RowWatchOptions) {}

  start(): void {
    this.poll.start();
    this.look.start();
    this.subscription = this.options.wakeups.subscribe((key) => {
      if (this.rows.has(key)) this.lookAt(key);
    });
  }

  /** Completes the streams of all watchers. */
  async stop(): Promise<void> {
    this.subscription?.unsubscribe();
    await Promise.all([this.poll.stop(), this.look.stop()]);
    for (const row of this.rows.values()) row.sequence.complete();
  }

  /** Emits the row's sequence now and on every change; undefined while the row does not exist. */
  sequence(key: string): Observable<number | undefined> {
    return new Observable((observer) => {
      const row = this.rows.get(key) ?? this.add(key);
      row.watchers += 1;
      const subscription = row.sequence.pipe(distinctUntilChanged()).subscribe(observer);
      return () => {
        subscription.unsubscribe();
        row.watchers -= 1;
        if (row.watchers === 0 && this.rows.get(key) === row) this.rows.delete(key);
      };
    });
  }

  /** Reports whether the row is watched and existed at the last read, at most one interval ago. */
  knows(key: string): boolean {
    return this.rows.get(key)?.exists ?? false;
  }

  private add(key: string): Watched {
    const row: Watched = { sequence: new ReplaySubject(1), exists: false, watchers: 0 };
    this.rows.set(key, row);
    this.lookAt(key);
    return row;
  }

  private lookAt(key: string): void {
    this.unread.add(key);
    this.look.wake();
  }

  private readSome(): Promise<void> {
    const keys = [...this.unread];
    this.unread.clear();
    return this.read(keys);
  }

  private async read(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const sequences = await this.options.read(keys);
    for (const key of keys) {
      const row = this.rows.get(key);
      if (!row) continue;
      const sequence = sequences.get(key);
      row.exists = sequence !== undefined;
      row.sequence.next(sequence);
    }
  }
}
