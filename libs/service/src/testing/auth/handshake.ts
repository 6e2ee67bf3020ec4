import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** The options of a connection with a credential. */
export interface Tls {
  ca: string;
  cert?: string;
  key?: string;
}

/** Opens a websocket and closes it at once. */
export function handshake(
  url: string,
  tls: Tls,
  credential: Record<string, string>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...credential,
    };
    const asked = httpsRequest(url, { ...tls, headers });
    asked.once('upgrade', (answer: IncomingMessage, socket) => {
      socket.destroy();
      resolve(answer);
    });
    asked.once('response', (answer) => resolve(answer.resume()));
    asked.once('error', reject);
    asked.end();
  });
}
