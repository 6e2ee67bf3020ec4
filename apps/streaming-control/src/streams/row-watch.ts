import { Ticker } from '@portolan/service';
import { Observable, ReplaySubject, distinctUntilChanged, type Subscription } from 'rxjs';

/** What a {@link RowWatch} needs. */
export interface RowWatchOptions {
  /** The newest sequence of each row; a row that is not there is left out. */
  read: (keys: readonly string[]) => Promise<Map<string, number>>;
  /** Keys of rows that changed: wake-ups, may be lost. */
  wakeups: Observable<string>;
  /** How often all watched rows are read, ms. */
  everyMs: number;
  onError: (error: unknown) => void;
}

interface Watched {
  sequence: ReplaySubject<number | undefined>;
  /** The row was there at the last look. */
  exists: boolean;
  watchers: number;
}

/**
 * Follows the sequence of rows for any number of clients with one query a second (design §1: what one
 * replica writes another shows). A signal only brings the next look forward.
 */
export class RowWatch {
  private readonly rows = new Map<string, Watched>();
  private readonly unread = new Set<string>();
  private readonly poll: Ticker;
  private readonly look: Ticker;
  private subscription: Subscription | undefined;

  constructor(private readonly options: RowWatchOptions) {
    const { everyMs, onError } = options;
    this.poll = new Ticker({ everyMs, run: () => this.readAll(), onError });
    this.look = new Ticker({ everyMs: 2 ** 30, run: () => this.readSome(), onError, immediately: false });
  }

  start(): void {
    this.poll.start();
    this.look.start();
    this.subscription = this.options.wakeups.subscribe((key) => {
      if (this.rows.has(key)) this.lookAt(key);
    });
  }

  /** Ends the stream of everybody who watches. */
  async stop(): Promise<void> {
    this.subscription?.unsubscribe();
    await Promise.all([this.poll.stop(), this.look.stop()]);
    for (const row of this.rows.values()) row.sequence.complete();
  }

  /** The row's sequence now and whenever it changes; undefined while there is no such row. */
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

  /** Tells whether somebody watches the row and it was there at the last look, at most one poll ago. */
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

  private async readSome(): Promise<void> {
    const keys = [...this.unread];
    this.unread.clear();
    await this.read(keys);
  }

  private readAll(): Promise<void> {
    return this.read([...this.rows.keys()]);
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
