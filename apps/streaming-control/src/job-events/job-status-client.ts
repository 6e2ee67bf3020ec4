import { Subject, concatMap, defer, merge, retry, tap, timer, type Observable } from 'rxjs';
import type { WebSocket } from 'ws';
import type { JobEventEntity } from '../jobs/job.entity';
import type { OpenStream } from '../streams/open-streams.service';
import type { StreamTrafficService } from '../streams/stream-traffic.service';
import { LossReports } from '../websockets/loss-reports';

const PAGE = 100;
/** Unread bytes beyond which a client is sent no more. */
const MAX_BUFFERED = 1 << 20;
/** Maximum number of events that wait for a slow client, the newest (docs/contract/streams.md#job-status). */
const MAX_PENDING = 100;
const GOING_AWAY = 1001;

/** The events of one job, from the table. */
export interface JobEvents {
  /** Returns the newest ones, oldest first. */
  latest(limit: number): Promise<JobEventEntity[]>;
  /** Returns the next ones after a number, oldest first. */
  after(sequence: number, limit: number): Promise<JobEventEntity[]>;
  /** Emits the number of the newest event whenever there may be new ones; undefined while the job does not exist. */
  news: Observable<number | undefined>;
  /** Pause before a failed read is repeated, ms. */
  retryMs: number;
}

/**
 * A client of the job status stream (V1-STREAM-1). Events that wait for a slow client stay in the table, the newest
 * {@link MAX_PENDING} of them. Older ones, and those that retention removes, are lost, counted and reported.
 */
export class JobStatusClient implements OpenStream {
  /** Number of the last event that was sent or dropped. */
  private passed: number | undefined;
  private newest = 0;
  private full = false;
  /** Losses that no ping has reported: a full connection has no room for one. */
  private untold = 0;
  private readonly room = new Subject<undefined>();
  private readonly losses: LossReports;

  /** @param replay the number of recent events that it gets first @param onError called for a failed read, which is repeated */
  constructor(
    private readonly socket: WebSocket,
    private readonly events: JobEvents,
    private readonly replay: number,
    private readonly traffic: Pick<StreamTrafficService, 'dropped'>,
    onError: (error: unknown) => void,
  ) {
    this.losses = new LossReports(socket);
    const retryLater = (error: unknown) => {
      onError(error);
      return timer(events.retryMs);
    };
    const subscription = merge(events.news, this.room)
      .pipe(
        tap((newest) => (this.newest = newest ?? this.newest)),
        // The failed read may be that of the last event: no other news would follow.
        concatMap(() => defer(() => this.sendNews()).pipe(retry({ delay: retryLater }))),
      )
      .subscribe();
    socket.on('error', () => socket.terminate());
    socket.once('close', () => subscription.unsubscribe());
  }

  keepAlive(): void {
    this.socket.ping();
  }

  end(): void {
    this.socket.close(GOING_AWAY, this.losses.reason);
  }

  private async sendNews(): Promise<void> {
    while (this.socket.readyState === this.socket.OPEN && !this.full) {
      const isFirst = this.passed === undefined;
      const page = await (this.passed === undefined
        ? this.events.latest(this.replay)
        : this.events.after(this.passed, PAGE));
      this.noteGap(page[0]?.sequence);
      this.tell();
      this.sendAll(page);
      if (isFirst || page.length < PAGE) break;
    }
    if (this.full) this.dropOldest();
  }

  private sendAll(page: readonly JobEventEntity[]): void {
    this.passed ??= 0;
    for (const { sequence, event } of page) {
      this.socket.send(JSON.stringify({ status: event }), this.written);
      this.passed = sequence;
      this.full = this.socket.bufferedAmount > MAX_BUFFERED;
      if (this.full) return;
    }
  }

  private dropOldest(): void {
    const kept = this.newest - MAX_PENDING;
    if (this.passed === undefined || kept <= this.passed) return;
    this.lose(kept - this.passed);
    this.passed = kept;
  }

  /** Events are numbered without gaps: a gap was removed by retention before the client had room. */
  private noteGap(next: number | undefined): void {
    if (next === undefined || !this.passed || next <= this.passed + 1) return;
    this.lose(next - this.passed - 1);
  }

  private lose(count: number): void {
    this.traffic.dropped(count, 0);
    this.losses.note(count);
    this.untold += count;
  }

  private tell(): void {
    if (this.untold === 0) return;
    this.losses.tell(`${this.untold} messages dropped, this connection is too slow`);
    this.untold = 0;
  }

  private readonly written = (): void => {
    if (!this.full || this.socket.bufferedAmount > 0) return;
    this.full = false;
    this.room.next(undefined);
  };
}
