import type { ServerResponse } from 'node:http';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { ErrorKind, Metrics, PeriodicTasks, ServiceError, whenClosed } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobChangeListenersService } from '../jobs/job-change-listeners.service';
import type { JobHistory } from '../jobs/job.repository';
import { historyOf, isFinished } from '../jobs/job-status';
import { framesSince } from './status-frames';

/** A comment that keeps proxies from closing an idle stream and reveals dead clients; event handlers do not see it. */
const HEARTBEAT = ':\n\n';

interface Stream {
  /** Id of the last sent event. */
  seen: number | undefined;
  response: ServerResponse;
}

/** Streams of job status. A stream buffers a few events only (a job has few states), and a slow reader gets no heartbeats. */
@Injectable()
export class StatusStreamsService implements BeforeApplicationShutdown {
  private readonly streams = new Set<Stream>();

  constructor(
    private readonly changes: JobChangeListenersService,
    private readonly config: JobOrchestrationConfig,
    metrics: Metrics,
    periodic: PeriodicTasks,
  ) {
    const keepAlive = async (): Promise<void> => this.keepAlive();
    periodic.every(config.STATUS_HEARTBEAT_MS, 'keep status streams alive', keepAlive, {
      immediately: false,
    });
    metrics.gauge('job_status_streams_open', 'Status streams that are open to clients', [], (gauge) =>
      gauge.set(this.streams.size),
    );
  }

  beforeApplicationShutdown(): void {
    for (const { response } of this.streams) response.end();
  }

  /** @throws ServiceError (unavailable) when this process has too many streams */
  requireRoom(): void {
    if (this.streams.size < this.config.STATUS_STREAMS_LIMIT) return;
    throw new ServiceError(ErrorKind.Unavailable, 'there are too many status streams', {
      headers: { 'Retry-After': '5' },
    });
  }

  /** Sends the events that the client has not seen, then every change, until the job has finished or the client disconnects. */
  add(job: JobHistory, seen: number | undefined, response: ServerResponse): void {
    const stream: Stream = { seen, response };
    this.streams.add(stream);
    const forget = this.changes.watch(job.id, (changed) => this.send(changed, stream));
    whenClosed(response, () => {
      forget();
      this.streams.delete(stream);
    });
    this.send(job, stream);
  }

  private send(job: JobHistory, stream: Stream): void {
    const history = historyOf(job);
    // An earlier query may finish later; HEAD has no body.
    if (history.length < (stream.seen ?? 0) || stream.response.writableEnded) return;
    const { API_RELEASE, COMPATIBILITY } = this.config;
    for (const frame of framesSince(history, stream.seen, API_RELEASE, COMPATIBILITY)) {
      stream.response.write(frame);
    }
    stream.seen = history.length;
    if (isFinished(job.status)) stream.response.end();
  }

  private keepAlive(): void {
    for (const { response } of this.streams) {
      if (!response.writableNeedDrain && !response.writableEnded) response.write(HEARTBEAT);
    }
  }
}
