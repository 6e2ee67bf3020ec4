import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobChangeListenersService } from '../jobs/job-change-listeners.service';
import type { JobHistory } from '../jobs/job.repository';
import { historyOf, isFinished } from '../jobs/job-status';
import { OpenStatusStreamsService } from './open-status-streams.service';
import { framesSince } from './status-frames';

interface Stream {
  /** Id of the last sent event. */
  seen: number | undefined;
  response: ServerResponse;
}

/** Streams of the status of one job. A stream buffers a few events only, because a job has few states. */
@Injectable()
export class StatusStreamsService {
  constructor(
    private readonly changes: JobChangeListenersService,
    private readonly streams: OpenStatusStreamsService,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** Sends the events that the client has not seen, then every change, until the job has finished or the client disconnects. */
  add(job: JobHistory, seen: number | undefined, response: ServerResponse): void {
    const stream: Stream = { seen, response };
    const forget = this.changes.watch(job.id, (changed) => this.send(changed, stream));
    this.streams.add(response, forget);
    this.send(job, stream);
  }

  private send(job: JobHistory, stream: Stream): void {
    const history = historyOf(job);
    // Queries may finish out of order, and the response may have ended already, as for HEAD.
    if (history.length < (stream.seen ?? 0) || stream.response.writableEnded) return;
    const { API_RELEASE, COMPATIBILITY } = this.config;
    for (const frame of framesSince(history, stream.seen, API_RELEASE, COMPATIBILITY)) {
      stream.response.write(frame);
    }
    stream.seen = history.length;
    if (isFinished(job.status)) stream.response.end();
  }
}
