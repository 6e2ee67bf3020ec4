import { Injectable } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import { ServiceError, ServiceLogger } from '@portolan/service';
import type { WebSocket } from 'ws';
import { API_PATH } from '../http/api-path';
import type { SocketRequest } from '../websockets/path-ws-adapter';
import { JobOutputService, queryOf } from './job-output.service';
import { SocketOutlet, closeFor } from './sink-outlet';
import { wantsEventIds } from './sink-switches';

const INTERNAL_ERROR = 1011;

/** Streams output as one text frame per message (V1-STREAM-9); closes a socket whose stream cannot be served. */
@Injectable()
abstract class OutputGateway implements OnGatewayConnection<WebSocket> {
  constructor(
    protected readonly output: JobOutputService,
    private readonly logger: ServiceLogger,
  ) {}

  protected abstract follow(request: SocketRequest, query: string, outlet: SocketOutlet): Promise<unknown>;

  async handleConnection(client: WebSocket, request: SocketRequest): Promise<void> {
    const query = queryOf(request.url ?? '');
    if (wantsEventIds(query))
      return closeFor(client, 400, 'enableEventIds needs server-sent events: a websocket has no ids');
    const outlet = new SocketOutlet(client, query);
    try {
      await this.follow(request, query, outlet);
    } catch (error) {
      if (error instanceof ServiceError) return closeFor(client, 404, error.message);
      this.logger.warn({ err: error }, 'output stream could not be opened');
      client.close(INTERNAL_ERROR);
    }
  }
}

/** Streams the merged output of a job until it ends (V1-STREAM-6). */
@WebSocketGateway({ path: `/${API_PATH}/jobConnectbyid/:jobId` })
export class JobOutputGateway extends OutputGateway {
  protected follow({ params }: SocketRequest, query: string, outlet: SocketOutlet): Promise<unknown> {
    return this.output.followJob(params?.jobId ?? '', query, () => outlet);
  }
}

/** Streams the output of a cluster's newest job and switches to newer jobs (V1-STREAM-7). */
@WebSocketGateway({ path: `/${API_PATH}/jobConnectbyname/:jobName` })
export class ClusterOutputGateway extends OutputGateway {
  protected follow({ params }: SocketRequest, query: string, outlet: SocketOutlet): Promise<unknown> {
    return this.output.followCluster(params?.jobName ?? '', query, () => outlet);
  }
}
