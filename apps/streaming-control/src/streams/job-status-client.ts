import { Subject, concatMap, merge, tap, type Observable } from 'rxjs';
import type { WebSocket } from 'ws';
import type { JobEventEntity } from '../jobs/job.entity';
import type { OpenStream } from './open-streams.service';
import { SocketLosses } from './socket-losses';
import type { StreamTraffic } from './stream-traffic.service';

/** How many events are read at a time. */
const PAGE = 100;
/** A client that lets so many bytes wait is sent no more until it has read them. */
const MAX_BUFFERED = 1 << 20;
/** So many events wait for it then at the most, the newest (reference: streams §7.3). */
const MAX_PENDING = 100;
const GOING_AWAY = 1001;

/** What happened to one job, from the rows. */
export interface JobEvents {
  /** The newest ones, oldest first. */
  latest(limit: number): Promise<JobEventEntity[]>;
  /** The next ones after a number, oldest first. */
  after(sequence: number, limit: number): Promise<JobEventEntity[]>;
  /** The number of the newest one, whenever there may be news; undefined while there is no such job. */
  news: Observable<number | undefined>;
}

/**
 * One client that is told what happens to a job (reference: streams §7.3). What waits for a slow one stays in the rows, the
 * newest {@link MAX_PENDING} of it: older ones are lost, counted and told, as are those that the rows do not keep any more.
 */
export class JobStatusClient implements OpenStream {
  /** Number of the last event that was sent or given up. */
  private passed: number | undefined;
  /** Number of the newest event that is known of. */
  private newest = 0;
  private full = false;
  /** Losses that no ping has told of: one has no room while the connection is full. */
  private untold = 0;
  private readonly room = new Subject<undefined>();
  private readonly losses: SocketLosses;

  /**
   * @param replay how many recent events it gets first
   * @param onError told of a look that failed; the next one comes
   */
  constructor(
    private readonly socket: WebSocket,
    private readonly events: JobEvents,
    private readonly replay: number,
    private readonly traffic: Pick<StreamTraffic, 'dropped'>,
    onError: (error: unknown) => void,
  ) {
    this.losses = new SocketLosses(socket);
    const subscription = merge(events.news, this.room)
      .pipe(
        tap((newest) => (this.newest = newest ?? this.newest)),
        concatMap(() => this.sendNews().catch(onError)),
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

  /** Sends until the connection is full. */
  private sendAll(page: readonly JobEventEntity[]): void {
    this.passed ??= 0;
    for (const { sequence, event } of page) {
      this.socket.send(JSON.stringify({ status: event }), this.written);
      this.passed = sequence;
      this.full = this.socket.bufferedAmount > MAX_BUFFERED;
      if (this.full) return;
    }
  }

  /** Gives up what exceeds {@link MAX_PENDING}. */
  private dropOldest(): void {
    const kept = this.newest - MAX_PENDING;
    if (this.passed === undefined || kept <= this.passed) return;
    this.lose(kept - this.passed);
    this.passed = kept;
  }

  /** Events of a job are numbered without gaps: what lies between was removed before the client had room for it. */
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
