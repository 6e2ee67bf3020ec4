import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** Headers by which a client asks for another protocol; they are about this connection only. */
const ABOUT_UPGRADE = /^(upgrade|connection|http2-settings)$/i;

/** With another verb than GET it can't be had (RFC 6455, 4.1): that wish is ignored, too. */
export const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Lets the HTTP server read a request again without its wish for another protocol, which a server may ignore (RFC 9110,
 * 7.8). Java's HTTP client wishes for HTTP/2 with each connection, and Node.js gives every such request to the listener of
 * `upgrade`, its body unread.
 */
export function readAsOrdinaryRequest(
  http: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { rawHeaders } = request;
  const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!ABOUT_UPGRADE.test(name)) lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  // What came over TLS is decrypted already: it must not be taken for the beginning of a handshake.
  http.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}
