import type { ServerResponse } from 'node:http';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { ErrorKind, Metrics, PeriodicTasks, ServiceError, whenClosed } from '@portolan/service';
import type { PeriodicTask } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ArrayElementsService } from '../jobs/array-elements.service';
import type { JobHistory } from '../jobs/job.repository';
import { historyOf, isFinished } from '../jobs/job-status';
import { framesSince } from './status-frames';

/** Signals a change of a job; the payload is its id. */
export const JOB_STATUS_SIGNAL = 'job-status';

/** A comment that keeps proxies from closing an idle stream and reveals dead clients; event handlers do not see it. */
const HEARTBEAT = ':\n\n';
/** Jobs per query. */
const CHUNK = 500;

interface Stream {
  jobId: string;
  /** Id of the last sent event. */
  seen: number | undefined;
  response: ServerResponse;
}

/**
 * Streams of job status: whichever process changes a job, the row has the change. A signal makes delivery fast, a poll
 * makes it certain. A stream buffers a few events only (a job has few states), and a slow reader gets no heartbeats.
 */
@Injectable()
export class StatusStreamsService implements BeforeApplicationShutdown {
  private readonly streams = new Map<string, Set<Stream>>();
  private readonly signalled = new Set<string>();
  private readonly poll: PeriodicTask;
  private open = 0;
  private allAskedAt = 0;
  private subscription: Subscription | undefined;

  constructor(
    private readonly jobs: ArrayElementsService,
    private readonly signals: Signals,
    private readonly config: JobOrchestrationConfig,
    metrics: Metrics,
    periodic: PeriodicTasks,
  ) {
    this.poll = periodic.every(config.STATUS_POLL_MS, 'look for changes of status', () => this.look());
    const keepAlive = async (): Promise<void> => this.keepAlive();
    periodic.every(config.STATUS_HEARTBEAT_MS, 'keep status streams alive', keepAlive, {
      immediately: false,
    });
    metrics.gauge('job_status_streams_open', 'Status streams that are open to clients', [], (gauge) =>
      gauge.set(this.open),
    );
  }

  beforeApplicationShutdown(): void {
    this.subscription?.unsubscribe();
    for (const { response } of this.all()) response.end();
  }

  /** @throws ServiceError (unavailable) when this process has too many streams */
  requireRoom(): void {
    if (this.open < this.config.STATUS_STREAMS_LIMIT) return;
    throw new ServiceError(ErrorKind.Unavailable, 'there are too many status streams', {
      headers: { 'Retry-After': '5' },
    });
  }

  /** Sends the events that the client has not seen, then every change, until the job has finished or the client disconnects. */
  add(job: JobHistory, seen: number | undefined, response: ServerResponse): void {
    const stream: Stream = { jobId: job.id, seen, response };
    const ofJob = this.streams.get(job.id) ?? new Set();
    this.streams.set(job.id, ofJob.add(stream));
    this.open += 1;
    this.subscription ??= this.signals.on(JOB_STATUS_SIGNAL).subscribe((id) => this.changed(id));
    whenClosed(response, () => this.remove(stream));
    this.send(job, stream);
    // The job may have changed between the query for `job` and the subscription.
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
    this.poll.wake();
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
    // An earlier query may finish later; HEAD has no body.
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
