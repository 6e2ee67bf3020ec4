import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import { JobStatus } from './job-status.service';
import type { SocketRequest } from './path-ws-adapter';

const RECENT = 100;
const FEWER_RECENT = 25;

/** What happens to a job, as it happens (streaming-control-v1, Events; reference: streams §7.3). An unknown job stays silent. */
@WebSocketGateway({ path: '/api/v1/jobStatusStream/:jobId' })
export class JobStatusGateway implements OnGatewayConnection<WebSocket> {
  constructor(private readonly status: JobStatus) {}

  handleConnection(client: WebSocket, { params }: SocketRequest): void {
    this.status.follow(params?.jobId ?? '', RECENT, client);
  }
}

/** The same at the address that clients of the former gateway have, with fewer recent events. */
@WebSocketGateway({ path: '/api/v1/jobstatus/:jobId' })
export class ShortJobStatusGateway implements OnGatewayConnection<WebSocket> {
  constructor(private readonly status: JobStatus) {}

  handleConnection(client: WebSocket, { params }: SocketRequest): void {
    this.status.follow(params?.jobId ?? '', FEWER_RECENT, client);
  }
}
