import { setTimeout as delay } from 'node:timers/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Audience, type LastingGroup } from './audience';
import { EventClient, Sampler } from './event-client';
import { EventReplay } from './event-replay';
import type { QueueLimits } from './frame-queue';
import { listen } from '../platform/http';
import type { SinkPace } from './sink-pace';
import { readSinkQuery, wrongWorker, type SinkOwner, type SinkQuery } from './sink-query';
import { COMPLETE_FRAME, dataFrame, payloadsOf, sinkPayload, transportPayload } from './sse-frame';

/** The workers that read the events of an earlier stage, and the group that they join. */
export interface NextStage {
  readonly group: string;
  readonly workers: number;
  /** Events of one key go to the same worker; undefined: to any worker. */
  readonly key: ((event: unknown) => string) | undefined;
}

export interface EventServerOptions {
  readonly owner: SinkOwner;
  /** Limits of the queue of one client, and of the next stage while none of its workers is connected. */
  readonly limits: QueueLimits;
  /** Undefined for the last stage, whose clients are people and programs. */
  readonly nextStage: NextStage | undefined;
  /** @default each event at once, without a stall limit */
  readonly pace?: SinkPace | undefined;
}

const KEEP_ALIVE_MS = 15_000;

/** The request was meant for another worker; unlike with 400, the request itself is valid. */
const MISDIRECTED = 421;

/** Limit for which a stopping server waits for clients to read the sent events. */
const CLOSE_MS = 400;

/** The key can be computed from the frame at any time, because the frame contains the whole event. */
function lastingGroup({ nextStage, limits }: EventServerOptions): LastingGroup | undefined {
  if (!nextStage) return undefined;
  const { group, workers, key } = nextStage;
  const of = (frame: string): string => key?.(JSON.parse(payloadsOf(frame)[0] ?? 'null')) ?? '';
  return { name: group, keep: limits, keys: key && { of, members: workers } };
}

function refuse(response: ServerResponse, status: number, error: string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
  response.end(`${JSON.stringify({ error })}\n`);
}

/** Serves a stage's output as server-sent events at `GET /`: to clients of a sink, or to the next stage. */
export class EventServer {
  private readonly server = createServer((request, response) => this.handle(request, response));
  private readonly audience = new Audience(lastingGroup(this.options));
  private readonly replay = new EventReplay(this.options.owner.workerId, this.options.limits);
  private readonly clients = new Set<EventClient>();
  private readonly completedClients = new Set<string>();
  private readonly sockets = new Set<Socket>();
  private readonly keepAlive = setInterval(() => {
    for (const client of this.clients) client.keepAlive();
  }, KEEP_ALIVE_MS);
  private closedBytes = 0;
  private completed = false;
  private closing = false;
  published = 0;

  constructor(private readonly options: EventServerOptions) {
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => {
        this.sockets.delete(socket);
        this.closedBytes += socket.bytesWritten;
      });
    });
  }

  /** Opens the port. Rejects when it is in use. @param host undefined: all addresses of the machine */
  listen(port: number, host?: string): Promise<void> {
    return listen(this.server, port, host);
  }

  get clientCount(): number {
    return this.clients.size;
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
    this.published += 1;
    const payload = this.options.nextStage === undefined ? sinkPayload(event) : transportPayload(event);
    const frame = dataFrame(payload);
    this.replay.push(frame);
    this.audience.publish(frame);
  }

  /**
   * Ends the output: sends the queued events, ends every stream, and signals completion to the next stage. Between stages
   * also waits for workers that have not connected yet, because each must receive the signal.
   * @param expectedClients number of workers of the next stage; 0 for a sink
   */
  async complete(expectedClients: number, withinMs: number): Promise<void> {
    this.completed = true;
    const deadline = Date.now() + withinMs;
    if (this.audience.waiting === 0) this.endClients();
    while (Date.now() < deadline && !this.closing) {
      if (this.clients.size === 0 && this.completedClients.size >= expectedClients) return;
      await delay(25);
    }
    this.audience.release();
  }

  /** Ends every stream and frees the port; clients that have not read the end within 400 ms are disconnected. */
  async close(): Promise<void> {
    this.closing = true;
    clearInterval(this.keepAlive);
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const client of this.clients) client.end();
    const cut = setTimeout(() => this.server.closeAllConnections(), CLOSE_MS);
    await closed;
    clearTimeout(cut);
  }

  private endClients(): void {
    const lastFrame = this.options.nextStage && COMPLETE_FRAME;
    for (const client of this.clients) client.end(lastFrame);
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
    const member = query.eventIds ? this.replay.join(client, query.eventIds.after) : (sampler ?? client);
    const leave = this.audience.join(member, query.group);
    response.once('finish', () => {
      if (this.completed && query.clientId !== undefined) this.completedClients.add(query.clientId);
    });
    response.once('close', () => {
      sampler?.close();
      if (query.eventIds) this.replay.leave();
      leave();
      this.clients.delete(client);
    });
    if (this.completed && this.audience.waiting === 0) this.endClients();
  }
}
