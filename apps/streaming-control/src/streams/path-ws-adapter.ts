import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NestApplication } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import {
  ErrorKind,
  Gatekeeper,
  Role,
  ServiceError,
  UpgradeRates,
  CrossSiteGuard,
  closeWithCredential,
  guardUpgrade,
  notFound,
  refuseUpgrade,
  type AccessRule,
} from '@portolan/service';
import { WebSocketServer } from 'ws';
import { streamingErrors } from '../errors/error-format';
import { asksForWebSocket, readAsOrdinaryRequest } from './ordinary-request';

/** A websocket request with the values of its path's parameters. */
export interface SocketRequest extends IncomingMessage {
  params?: Record<string, string>;
}

interface SocketRoute {
  pattern: RegExp;
  server: WebSocketServer;
}

/** What a client may send in one frame, bytes: these streams are one-way. */
const MAX_PAYLOAD = 64 * 1024;

/** Versions of the protocol, told to whom asks in no way that is known (RFC 6455, 4.4). */
const VERSIONS = '13, 8';

/** What is streamed is for readers. */
const WATCH: AccessRule = { needs: Role.Reader };

/** Websockets on the HTTP server's own port at paths with parameters (`/x/:id`), which the stock adapter compares literally. */
export class PathWsAdapter extends WsAdapter {
  private readonly routes: SocketRoute[] = [];
  private listening = false;

  constructor(private readonly app: INestApplicationContext) {
    super(app);
  }

  override create(_port: number, options: { path?: string } = {}): WebSocketServer {
    const server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD });
    server.on('wsClientError', (error: Error, socket: Duplex) => {
      const headers = { 'Sec-WebSocket-Version': VERSIONS };
      const refusal = new ServiceError(ErrorKind.Malformed, error.message, { headers });
      refuseUpgrade(streamingErrors, refusal, socket);
    });
    const { path = '/' } = options;
    this.routes.push({ pattern: toPattern(path), server });
    this.gatekeeper.routes.push({ method: 'WEBSOCKET', url: path, rule: WATCH });
    this.listen();
    return server;
  }

  private get gatekeeper(): Gatekeeper {
    return this.app.get(Gatekeeper, { strict: false });
  }

  private get rates(): UpgradeRates {
    return this.app.get(UpgradeRates, { strict: false });
  }

  private listen(): void {
    if (this.listening) return;
    this.listening = true;
    const http = (this.app as NestApplication).getHttpServer() as Server;
    http.on('upgrade', (request: SocketRequest, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      if (asksForWebSocket(request)) this.upgrade(request, socket, head);
      else readAsOrdinaryRequest(http, request, socket, head);
    });
  }

  private upgrade(request: SocketRequest, socket: Duplex, head: Buffer): void {
    const path = (request.url ?? '/').split('?', 1)[0]?.replace(/(?<=.)\/$/, '') ?? '/';
    for (const { pattern, server } of this.routes) {
      const match = pattern.exec(path);
      const params = match && decode(match.groups ?? {});
      if (!params) continue;
      request.params = params;
      guardUpgrade(
        {
          gatekeeper: this.gatekeeper,
          sites: this.app.get(CrossSiteGuard, { strict: false }),
          rates: this.rates,
          rule: WATCH,
          errors: streamingErrors,
        },
        request,
        socket,
        (principal) =>
          server.handleUpgrade(request, socket, head, (client) => {
            closeWithCredential(client, principal);
            server.emit('connection', client, request);
          }),
      );
      return;
    }
    refuseUpgrade(streamingErrors, notFound(`There is no websocket at ${path}`), socket);
  }
}

/** Like routes of HTTP: literal segments in any case, the prefix of the version may be left out. */
function toPattern(path: string): RegExp {
  const source = path
    .replace(/^\/?/, '/')
    .split('/')
    .map((segment) => (segment.startsWith(':') ? `(?<${segment.slice(1)}>[^/]+)` : segment))
    .join('/');
  return new RegExp(`^${source.replace(/^\/api\/v1/, '(?:/api/v1)?')}$`, 'i');
}

function decode(groups: Record<string, string>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
}
