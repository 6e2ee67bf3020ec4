import { Injectable } from '@nestjs/common';
import { ServiceLogger } from '@portolan/service';
import type { WebSocket } from 'ws';
import { JobRepository } from '../jobs/job.repository';
import { JobStatusClient } from './job-status-client';
import { OpenStreams } from './open-streams.service';
import { StreamTraffic } from './stream-traffic.service';
import { Watches } from './watches.service';

/** Streams of what happens to jobs (reference: streams §7.3). */
@Injectable()
export class JobStatus {
  constructor(
    private readonly watches: Watches,
    private readonly jobs: JobRepository,
    private readonly open: OpenStreams,
    private readonly traffic: StreamTraffic,
    private readonly logger: ServiceLogger,
  ) {}

  /** Sends what happens to a job until the client goes; of an unknown job nothing. @param replay recent events first */
  follow(jobId: string, replay: number, socket: WebSocket): void {
    const events = {
      latest: (limit: number) => this.jobs.latestEvents(jobId, limit),
      after: (sequence: number, limit: number) => this.jobs.eventsAfter(jobId, sequence, limit),
      news: this.watches.jobs.sequence(jobId),
    };
    const client = new JobStatusClient(socket, events, replay, this.traffic, (error) =>
      this.logger.warn({ err: error, jobId }, 'job events not read'),
    );
    this.open.add(client);
    socket.once('close', () => this.open.remove(client));
  }
}
