import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Audience, type LastingGroup } from './audience';
import { EventClient, Sampler } from './event-client';
import type { QueueLimits } from './frame-queue';
import { listen } from './listen';
import type { SinkPace } from './sink-pace';
import { readSinkQuery, wrongWorker, type SinkOwner, type SinkQuery } from './sink-query';
import { COMPLETE_FRAME, dataFrame, payloadsOf, sinkPayload, transportPayload } from './sse-frame';

/** The workers that read what an earlier stage emits. */
export interface NextStage {
  /** The group that they join. */
  readonly group: string;
  readonly workers: number;
  /** Events of one key go to the same of them; undefined: each to any. */
  readonly key: ((event: unknown) => string) | undefined;
}

export interface EventServerOptions {
  readonly owner: SinkOwner;
  /** What may wait for one client, and for the next stage while none of its workers is connected. */
  readonly limits: QueueLimits;
  /** Undefined for the last stage, whose clients are people and programs. */
  readonly nextStage: NextStage | undefined;
  /** @default each event at once, and nobody is cut off */
  readonly pace?: SinkPace | undefined;
  /** @default 15000 */
  readonly keepAliveMs?: number;
}

/** The request was meant for another worker. Unlike 400 it says nothing against the request itself. */
const MISDIRECTED = 421;

/** How long a stopping server waits for clients to take what was sent. */
const CLOSE_MS = 400;

/** The frame carries all that there is to say about its event, so its key can be worked out at any time. */
function lastingGroup({ nextStage, limits }: EventServerOptions): LastingGroup | undefined {
  if (!nextStage) return undefined;
  const { group, workers, key } = nextStage;
  const of = (frame: string): string => key?.(JSON.parse(payloadsOf(frame)[0] ?? 'null')) ?? '';
  return { name: group, keep: limits, keys: key && { of, members: workers } };
}

function refuse(
  response: ServerResponse,
  status: number,
  error: string,
  headers: Record<string, string> = {},
): void {
  const body = `${JSON.stringify({ error })}\n`;
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
    .end(body);
}

/**
 * Serves a stage's output as server-sent events at `GET /`: the sink of the last stage, the transport to the next one
 * of the others.
 */
export class EventServer {
  private readonly server: Server;
  private readonly audience: Audience;
  private readonly clients = new Set<EventClient>();
  private readonly completedClients = new Set<string>();
  private readonly sockets = new Set<Socket>();
  private readonly keepAlive: NodeJS.Timeout;
  private closedBytes = 0;
  private completed = false;
  private closing = false;
  private publishedEvents = 0;

  constructor(private readonly options: EventServerOptions) {
    this.audience = new Audience(lastingGroup(options));
    this.server = createServer((request, response) => this.handle(request, response));
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => {
        this.sockets.delete(socket);
        this.closedBytes += socket.bytesWritten;
      });
    });
    this.keepAlive = setInterval(() => {
      for (const client of this.clients) client.keepAlive();
    }, options.keepAliveMs ?? 15_000);
  }

  /** Opens the port. Rejects when it is in use. @param host undefined: all addresses of the machine */
  listen(port: number, host?: string): Promise<void> {
    return listen(this.server, port, host);
  }

  get clientCount(): number {
    return this.clients.size;
  }

  get published(): number {
    return this.publishedEvents;
  }

  get dropped(): number {
    return this.audience.dropped;
  }

  get bytesWritten(): number {
    let bytes = this.closedBytes;
    for (const socket of this.sockets) bytes += socket.bytesWritten;
    return bytes;
  }

  publish(event: unknown): void {
    this.publishedEvents += 1;
    const payload = this.options.nextStage === undefined ? sinkPayload(event) : transportPayload(event);
    this.audience.publish(dataFrame(payload));
  }

  /**
   * No more events will come: sends what waits, ends every stream, and tells the next stage that this was all. Between
   * stages also waits for workers that have not connected yet, for each has to learn of the end.
   *
   * @param expectedClients how many workers the next stage has; 0 for a sink
   * @param withinMs after this time what is left is given up
   */
  async complete(expectedClients: number, withinMs: number): Promise<void> {
    this.completed = true;
    const deadline = Date.now() + withinMs;
    if (this.audience.waiting === 0) this.endClients();
    while (Date.now() < deadline && !this.closing) {
      if (this.clients.size === 0 && this.completedClients.size >= expectedClients) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 25);
      });
    }
    this.audience.release();
  }

  /** Ends every stream and frees the port; clients that do not take the end within 400 ms are cut off. */
  async close(): Promise<void> {
    this.closing = true;
    clearInterval(this.keepAlive);
    const closed = new Promise((resolve) => {
      this.server.close(resolve);
    });
    for (const client of this.clients) client.end();
    const cut = setTimeout(() => this.server.closeAllConnections(), CLOSE_MS);
    await closed;
    clearTimeout(cut);
  }

  private endClients(): void {
    for (const client of this.clients) client.end(this.lastFrame);
  }

  private get lastFrame(): string {
    return this.options.nextStage === undefined ? '' : COMPLETE_FRAME;
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://worker');
    if (url.pathname !== '/') return refuse(response, 404, 'the events are at /');
    if (request.method !== 'GET') return refuse(response, 405, 'only GET', { allow: 'GET' });
    const mistaken = wrongWorker(url.searchParams, this.options.owner);
    if (mistaken !== undefined) return refuse(response, MISDIRECTED, mistaken);
    const query = readSinkQuery(url.searchParams, this.options.owner);
    if (typeof query === 'string') return refuse(response, 400, query);
    this.admit(response, query);
  }

  private admit(response: ServerResponse, query: SinkQuery): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=UTF-8',
      'cache-control': 'no-cache',
      connection: 'close',
    });
    response.flushHeaders();
    const { limits, pace } = this.options;
    const client = new EventClient(response, { limits, pace, ...query });
    const sampler = query.sampleMs === undefined ? undefined : new Sampler(client, query.sampleMs);
    this.clients.add(client);
    const leave = this.audience.join(sampler ?? client, query.group);
    response.once('finish', () => {
      if (this.completed && query.clientId !== undefined) this.completedClients.add(query.clientId);
    });
    void client.closed.then(() => {
      sampler?.close();
      leave();
      this.clients.delete(client);
    });
    if (this.completed && this.audience.waiting === 0) this.endClients();
  }
}
