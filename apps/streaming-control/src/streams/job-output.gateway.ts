import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import { ServiceError, ServiceLogger } from '@portolan/service';
import type { WebSocket } from 'ws';
import { JobOutput, queryOf } from './job-output.service';
import type { SocketRequest } from './path-ws-adapter';
import { SocketOutlet, closeFor, wantsMetaMessages } from './sink-outlet';

const INTERNAL_ERROR = 1011;

/** Closes a socket for what can't be served. */
function refuse(client: WebSocket, error: unknown, logger: ServiceLogger): void {
  if (!(error instanceof ServiceError)) {
    logger.warn({ err: error }, 'output stream not opened');
    client.close(INTERNAL_ERROR);
    return;
  }
  closeFor(client, 404, error.message);
}

/** The merged output of a job, one text frame a message, until it ends (reference: streams §7.4). */
@WebSocketGateway({ path: '/api/v1/jobConnectbyid/:jobId' })
export class JobOutputGateway implements OnGatewayConnection<WebSocket> {
  constructor(
    private readonly output: JobOutput,
    private readonly logger: ServiceLogger,
  ) {}

  async handleConnection(client: WebSocket, request: SocketRequest): Promise<void> {
    const jobId = request.params?.jobId ?? '';
    const query = queryOf(request.url ?? '');
    const outlet = new SocketOutlet(client, wantsMetaMessages(query));
    try {
      await this.output.checkJob(jobId);
      this.output.connectJob(jobId, query, outlet);
    } catch (error) {
      refuse(client, error, this.logger);
    }
  }
}

/** The same of a cluster's newest job, moving over to newer ones (reference: streams §7.5). */
@WebSocketGateway({ path: '/api/v1/jobConnectbyname/:jobName' })
export class ClusterOutputGateway implements OnGatewayConnection<WebSocket> {
  constructor(
    private readonly output: JobOutput,
    private readonly logger: ServiceLogger,
  ) {}

  async handleConnection(client: WebSocket, request: SocketRequest): Promise<void> {
    const name = request.params?.jobName ?? '';
    const query = queryOf(request.url ?? '');
    const outlet = new SocketOutlet(client, wantsMetaMessages(query));
    try {
      await this.output.checkCluster(name);
      this.output.connectCluster(name, query, outlet);
    } catch (error) {
      refuse(client, error, this.logger);
    }
  }
}
