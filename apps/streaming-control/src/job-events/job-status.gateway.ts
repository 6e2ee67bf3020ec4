import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import { ServiceLogger } from '@portolan/service';
import type { WebSocket } from 'ws';
import { StreamingConfig } from '../config/streaming-config';
import { API_PATH } from '../http/api-path';
import { StreamJobRepository } from '../jobs/job.repository';
import { OpenStreamsService } from '../streams/open-streams.service';
import { StreamTrafficService } from '../streams/stream-traffic.service';
import { RowWatchesService } from '../streams/row-watches.service';
import type { SocketRequest } from '../websockets/path-ws-adapter';
import { JobStatusClient } from './job-status-client';

/** Streams the events of a job, beginning with recent ones (V1-STREAM-1); none for an unknown job. */
@WebSocketGateway({ path: `/${API_PATH}/jobStatusStream/:jobId` })
export class JobStatusGateway implements OnGatewayConnection<WebSocket> {
  protected readonly recent: number = 100;

  constructor(
    private readonly watches: RowWatchesService,
    private readonly jobs: StreamJobRepository,
    private readonly open: OpenStreamsService,
    private readonly traffic: StreamTrafficService,
    private readonly config: StreamingConfig,
    private readonly logger: ServiceLogger,
  ) {}

  handleConnection(socket: WebSocket, { params: { jobId = '' } = {} }: SocketRequest): void {
    const events = {
      latest: (limit: number) => this.jobs.latestEvents(jobId, limit),
      after: (sequence: number, limit: number) => this.jobs.eventsAfter(jobId, sequence, limit),
      news: this.watches.jobs.sequence(jobId),
      retryMs: this.config.STREAM_POLL_MS,
    };
    const client = new JobStatusClient(socket, events, this.recent, this.traffic, (error) =>
      this.logger.warn({ err: error, jobId }, 'job events could not be read'),
    );
    this.open.add(client);
    socket.once('close', () => this.open.remove(client));
  }
}

/** Serves the stream at its address from before v1 (V1-OLDER-4). */
@WebSocketGateway({ path: `/${API_PATH}/job/status/:jobId` })
export class OlderJobStatusGateway extends JobStatusGateway {}

/** Serves the stream at the address of the former gateway, with fewer recent events. */
@WebSocketGateway({ path: `/${API_PATH}/jobstatus/:jobId` })
export class ShortJobStatusGateway extends JobStatusGateway {
  protected override readonly recent = 25;
}
