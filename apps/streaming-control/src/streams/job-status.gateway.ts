import type { BeforeApplicationShutdown } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import { ServiceLogger } from '@portolan/service';
import { concatMap } from 'rxjs';
import type { WebSocket } from 'ws';
import { JobRepository } from '../jobs/job.repository';
import type { SocketRequest } from './path-ws-adapter';
import { Watches } from './watches.service';

/** Recent events that a new client gets, and how many are read at a time afterwards. */
const PAGE = 100;
const PING_MS = 30_000;
/** A client that lets so many bytes wait is sent no more until it has read some. */
const MAX_BUFFERED = 1 << 20;
const GOING_AWAY = 1001;

/** What happens to a job, as it happens (streaming-control-v1, Events; reference: streams §7.3). An unknown job stays silent. */
@WebSocketGateway({ path: '/api/v1/jobStatusStream/:jobId' })
export class JobStatusGateway implements OnGatewayConnection<WebSocket>, BeforeApplicationShutdown {
  private readonly clients = new Set<WebSocket>();

  constructor(
    private readonly watches: Watches,
    private readonly jobs: JobRepository,
    private readonly logger: ServiceLogger,
  ) {}

  handleConnection(client: WebSocket, request: SocketRequest): void {
    const jobId = request.params?.jobId ?? '';
    let sent: number | undefined;
    const sendNews = async (): Promise<void> => {
      // A client that is too slow for now gets the rest with the next look: what it lacks is in the rows.
      while (client.readyState === client.OPEN && client.bufferedAmount <= MAX_BUFFERED) {
        const events = await (sent === undefined
          ? this.jobs.latestEvents(jobId, PAGE)
          : this.jobs.eventsAfter(jobId, sent, PAGE));
        for (const { event } of events) client.send(JSON.stringify({ status: event }));
        const complete = sent === undefined || events.length < PAGE;
        sent = events.at(-1)?.sequence ?? sent ?? 0;
        if (complete) return;
      }
    };
    const subscription = this.watches.jobs
      .sequence(jobId)
      .pipe(
        concatMap(() =>
          sendNews().catch((error: unknown) =>
            this.logger.warn({ err: error, jobId }, 'job events not read'),
          ),
        ),
      )
      .subscribe();
    const ping = setInterval(() => client.ping(), PING_MS);
    this.clients.add(client);
    client.on('error', () => client.terminate());
    client.once('close', () => {
      this.clients.delete(client);
      clearInterval(ping);
      subscription.unsubscribe();
    });
  }

  beforeApplicationShutdown(): void {
    for (const client of this.clients) client.close(GOING_AWAY);
  }
}
