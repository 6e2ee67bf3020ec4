import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** Headers of a protocol upgrade, which concern this connection only. */
const ABOUT_UPGRADE = /^(upgrade|connection|http2-settings)$/i;

/** Reports whether a request is a websocket handshake; with any other method than GET the upgrade is ignored (RFC 6455, 4.1). */
export const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Passes a request back to the HTTP server without its upgrade headers, which a server may ignore (RFC 9110, 7.8). Java's HTTP
 * client requests HTTP/2 with every connection, and Node.js passes every such request to the `upgrade` listener, with its
 * body unread.
 */
export function readAsOrdinaryRequest(http: Server, request: IncomingMessage, socket: Duplex, head: Buffer) {
  const { rawHeaders } = request;
  const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!ABOUT_UPGRADE.test(name)) lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  // Bytes of a TLS socket are already decrypted: they must not be parsed as a handshake.
  http.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}
