import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { whenClosed } from '@portolan/service';
import { KEEP_ALIVE_FRAME } from '@portolan/worker/sink-protocol';
import type { Observable } from 'rxjs';
import { isEndedJob } from '../jobs/job-states';
import type { JobEventEntity, StreamJobEntity } from '../jobs/job.entity';
import type { OpenStream, OpenStreamsService } from '../streams/open-streams.service';

const PAGE = 100;

/** The events of one job, from the tables. */
export interface JobEventSource {
  /** Null once the job has been removed. */
  job(): Promise<Pick<StreamJobEntity, 'state' | 'sequence'> | null>;
  /** Returns the next ones after a number, oldest first. */
  after(sequence: number, limit: number): Promise<JobEventEntity[]>;
  /** Emits whenever there may be new events; completes when the service stops. */
  news: Observable<number | undefined>;
}

const ignore = (): void => undefined;

/**
 * Streams the events of a job as server-sent events (V1-EVENT-3). Events that a slow client has not read stay in the table. The
 * stream ends with the last event of an ended job.
 */
export class JobEventStream implements OpenStream {
  private readonly closed = new AbortController();
  private isSending = false;
  /** Whether there may be events that the current read misses. */
  private hasNews = false;

  /** @param passed number of the last event that is not sent @param onError called for a failed read, which ends the stream */
  constructor(
    private readonly response: ServerResponse,
    streams: OpenStreamsService,
    private readonly source: JobEventSource,
    private passed: number,
    private readonly onError: (error: unknown) => void,
  ) {
    // A failed write means that the client has gone; `close` follows.
    response.on('error', ignore);
    streams.add(this);
    const news = source.news.subscribe({ next: () => this.wake(), complete: () => this.end() });
    whenClosed(response, () => {
      this.closed.abort();
      news.unsubscribe();
      streams.remove(this);
    });
  }

  keepAlive(): void {
    if (!this.response.writableNeedDrain && !this.response.writableEnded)
      this.response.write(KEEP_ALIVE_FRAME);
  }

  end(): void {
    this.closed.abort();
    this.response.end();
  }

  private wake(): void {
    this.hasNews = true;
    if (!this.isSending) void this.sendNews();
  }

  private async sendNews(): Promise<void> {
    const { signal } = this.closed;
    this.isSending = true;
    try {
      while (this.hasNews && !signal.aborted) {
        this.hasNews = false;
        // The job is read before its events: the events of an ended job are complete.
        const job = await this.source.job();
        await this.sendEvents(signal);
        if (!signal.aborted && (!job || isEndedJob(job.state))) this.end();
      }
    } catch (error) {
      if (signal.aborted) return;
      this.onError(error);
      // The client connects again and names the last event that it got.
      this.end();
    } finally {
      this.isSending = false;
    }
  }

  private async sendEvents(signal: AbortSignal): Promise<void> {
    for (let page: JobEventEntity[]; !signal.aborted;) {
      page = await this.source.after(this.passed, PAGE);
      for (const { sequence, event } of page) {
        if (signal.aborted) return;
        const hasRoom = this.response.write(`id: ${sequence}\ndata: ${JSON.stringify(event)}\n\n`);
        this.passed = sequence;
        if (!hasRoom) await once(this.response, 'drain', { signal });
      }
      if (page.length < PAGE) return;
    }
  }
}
