import type { ServerResponse } from 'node:http';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { ErrorKind, Metrics, ServiceError, ServiceLogger, Ticker, whenClosed } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { JobOrchestrationConfig } from '../../job-orchestration-config';
import { JobRepository, type JobHistory } from '../job.repository';
import { isFinished } from '../job-status';
import { historyOf } from '../status-history';
import { framesSince } from './status-frames';

/** Says that a job has changed; the payload is its id. */
export const JOB_STATUS_SIGNAL = 'job-status';

/** Keeps proxies from closing an idle stream and shows dead clients; clients don't see it. */
const HEARTBEAT = ':\n\n';
/** Jobs that one query asks for. */
const CHUNK = 500;

interface Stream {
  jobId: string;
  /** Id of the last event that was sent. */
  seen: number | undefined;
  response: ServerResponse;
}

/**
 * Streams of job status: whichever process changes a job, the row tells. A signal makes it soon, a poll makes it sure.
 * A stream holds a few events at the most (a job has few states), and heartbeats are not sent to who does not read.
 */
@Injectable()
export class StatusStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly streams = new Map<string, Set<Stream>>();
  private readonly signalled = new Set<string>();
  private readonly ticker: Ticker;
  private open = 0;
  private allAskedAt = 0;
  private subscription: Subscription | undefined;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly jobs: JobRepository,
    private readonly signals: Signals,
    private readonly config: JobOrchestrationConfig,
    logger: ServiceLogger,
    metrics: Metrics,
  ) {
    this.ticker = new Ticker({
      everyMs: config.STATUS_POLL_MS,
      run: () => this.look(),
      onError: (error) => logger.warn({ err: error }, 'the status of jobs could not be looked for'),
    });
    metrics.gauge('job_status_streams_open', 'Status streams that are open to clients', [], (gauge) =>
      gauge.set(this.open),
    );
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
    this.heartbeat = setInterval(() => this.keepAlive(), this.config.STATUS_HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.heartbeat);
    this.subscription?.unsubscribe();
    for (const { response } of this.all()) response.end();
    await this.ticker.stop();
  }

  /** @throws ServiceError (unavailable) when this process has no room for another stream */
  requireRoom(): void {
    if (this.open < this.config.STATUS_STREAMS_LIMIT) return;
    throw new ServiceError(ErrorKind.Unavailable, 'there are too many status streams', {
      headers: { 'Retry-After': '5' },
    });
  }

  /** Sends what the client has not seen, then every change, until the job is over or the client goes. */
  add(job: JobHistory, seen: number | undefined, response: ServerResponse): void {
    const stream: Stream = { jobId: job.id, seen, response };
    const ofJob = this.streams.get(job.id) ?? new Set();
    this.streams.set(job.id, ofJob.add(stream));
    this.open += 1;
    this.subscription ??= this.signals.on(JOB_STATUS_SIGNAL).subscribe((id) => this.changed(id));
    whenClosed(response, () => this.remove(stream));
    this.send(job, stream);
    // It may have changed between the look that brought `job` and the subscription.
    this.changed(job.id);
  }

  private remove(stream: Stream): void {
    const ofJob = this.streams.get(stream.jobId);
    if (!ofJob?.delete(stream)) return;
    this.open -= 1;
    if (ofJob.size === 0) this.streams.delete(stream.jobId);
    if (this.open > 0) return;
    this.subscription?.unsubscribe();
    this.subscription = undefined;
  }

  private changed(jobId: string): void {
    if (!this.streams.has(jobId)) return;
    this.signalled.add(jobId);
    this.ticker.wake();
  }

  private async look(): Promise<void> {
    const now = Date.now();
    const all = now - this.allAskedAt >= this.config.STATUS_POLL_MS;
    if (all) this.allAskedAt = now;
    const ids = [...(all ? this.streams.keys() : this.signalled)];
    this.signalled.clear();
    for (let first = 0; first < ids.length; first += CHUNK) {
      for (const job of await this.jobs.histories(ids.slice(first, first + CHUNK))) {
        for (const stream of [...(this.streams.get(job.id) ?? [])]) this.send(job, stream);
      }
    }
  }

  private send(job: JobHistory, stream: Stream): void {
    const history = historyOf(job);
    // A look that began earlier may end later; HEAD has no body.
    if (history.length < (stream.seen ?? 0) || stream.response.writableEnded) return;
    for (const frame of framesSince(history, stream.seen, this.config.API_RELEASE)) {
      stream.response.write(frame);
    }
    stream.seen = history.length;
    if (isFinished(job.status)) stream.response.end();
  }

  private keepAlive(): void {
    for (const { response } of this.all()) {
      if (!response.writableNeedDrain && !response.writableEnded) response.write(HEARTBEAT);
    }
  }

  private all(): Stream[] {
    return [...this.streams.values()].flatMap((ofJob) => [...ofJob]);
  }
}
