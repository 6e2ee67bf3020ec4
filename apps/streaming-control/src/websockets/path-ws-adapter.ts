import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NestApplication } from '@nestjs/core';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import {
  ErrorKind,
  AccessControl,
  INVALID_ENCODING,
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
import { API_PATH } from '../http/api-path';
import { asksForWebSocket, readAsOrdinaryRequest } from './ordinary-request';
import { readInTurns } from './read-in-turns';

/** A websocket request with the parameters of its path. */
export interface SocketRequest extends IncomingMessage {
  params?: Record<string, string>;
}

/** Maximum bytes of a frame from a client: these streams are one-way. */
const MAX_PAYLOAD = 64 * 1024;

/** The supported versions of the protocol, for the refusal of any other (RFC 6455, 4.4). */
const VERSIONS = '13, 8';

const WATCH: AccessRule = { needs: Role.Reader };

/** Serves websockets on the port of the HTTP server at paths with parameters (`/x/:id`), which the stock adapter lacks. */
export class PathWsAdapter extends WsAdapter {
  private readonly routes: { pattern: RegExp; server: WebSocketServer }[] = [];
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
    this.service(AccessControl).routes.push({ method: 'WEBSOCKET', url: path, rule: WATCH });
    this.listen();
    return server;
  }

  /** Messages of clients are ignored (V1-STREAM-14): they are not even parsed. */
  override bindMessageHandlers(): void {
    // Nothing subscribes to messages.
  }

  private service<T>(type: Type<T>): T {
    return this.app.get(type, { strict: false });
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
      if (!match) continue;
      const params = decode(match.groups ?? {});
      if (!params) {
        refuseUpgrade(streamingErrors, new ServiceError(ErrorKind.Malformed, INVALID_ENCODING), socket);
        return;
      }
      request.params = params;
      guardUpgrade(
        {
          accessControl: this.service(AccessControl),
          sites: this.service(CrossSiteGuard),
          rates: this.service(UpgradeRates),
          rule: WATCH,
          errors: streamingErrors,
        },
        request,
        socket,
        (principal) =>
          server.handleUpgrade(request, socket, head, (client) => {
            readInTurns(client, socket);
            closeWithCredential(client, principal);
            server.emit('connection', client, request);
          }),
      );
      return;
    }
    refuseUpgrade(streamingErrors, notFound(`There is no websocket at ${path}`), socket);
  }
}

/** Compiles the path of a websocket: letter case is ignored, and the version prefix is optional, as older clients write them. */
function toPattern(path: string): RegExp {
  const source = path
    .replace(/^\/?/, '/')
    .split('/')
    .map((segment) => (segment.startsWith(':') ? `(?<${segment.slice(1)}>[^/]+)` : segment))
    .join('/');
  return new RegExp(`^${source.replace(`/${API_PATH}/`, `(?:/${API_PATH})?/`)}$`, 'i');
}

function decode(groups: Record<string, string>): Record<string, string> | undefined {
  try {
    const entries = Object.entries(groups);
    return Object.fromEntries(entries.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}
