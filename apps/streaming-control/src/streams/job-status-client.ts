import { Subject, concatMap, merge, type Observable } from 'rxjs';
import type { WebSocket } from 'ws';
import type { JobEventEntity } from '../jobs/job.entity';
import type { OpenStream } from './open-streams.service';
import { SocketLosses } from './socket-losses';
import type { StreamTraffic } from './stream-traffic.service';

/** How many events are read at a time. */
const PAGE = 100;
/** A client that lets so many bytes wait is sent no more until it has read them. */
const MAX_BUFFERED = 1 << 20;
const GOING_AWAY = 1001;

/** What happened to one job, from the rows. */
export interface JobEvents {
  /** The newest ones, oldest first. */
  latest(limit: number): Promise<JobEventEntity[]>;
  /** The next ones after a number, oldest first. */
  after(sequence: number, limit: number): Promise<JobEventEntity[]>;
  /** Emits when there may be news. */
  news: Observable<unknown>;
}

/**
 * One client that is told what happens to a job. Nothing waits for a slow one but what its connection holds: the rows have
 * the rest, and are read on as soon as there is room. What is no longer kept by then is lost, counted and told.
 */
export class JobStatusClient implements OpenStream {
  /** Number of the last event that was sent. */
  private sent: number | undefined;
  private full = false;
  private readonly room = new Subject<void>();
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
      .pipe(concatMap(() => this.sendNews().catch(onError)))
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
      const isFirst = this.sent === undefined;
      const page = await (this.sent === undefined
        ? this.events.latest(this.replay)
        : this.events.after(this.sent, PAGE));
      this.noteGap(page[0]?.sequence);
      for (const { event } of page) this.socket.send(JSON.stringify({ status: event }), this.written);
      this.sent = page.at(-1)?.sequence ?? this.sent ?? 0;
      this.full = this.socket.bufferedAmount > MAX_BUFFERED;
      if (isFirst || page.length < PAGE) return;
    }
  }

  /** Events of a job are numbered without gaps: what lies between was removed before the client had room for it. */
  private noteGap(next: number | undefined): void {
    if (next === undefined || !this.sent || next <= this.sent + 1) return;
    const lost = next - this.sent - 1;
    this.traffic.dropped(lost, 0);
    this.losses.note(lost, `${lost} messages dropped, this connection is too slow`);
  }

  private readonly written = (): void => {
    if (!this.full || this.socket.bufferedAmount > 0) return;
    this.full = false;
    this.room.next();
  };
}
