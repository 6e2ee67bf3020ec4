import type { OutgoingHttpHeader } from 'node:http';
import { answerBegins } from '@portolan/service';
import type { FastifyReply } from 'fastify';

/**
 * Sends a small body past Fastify's serialisation, head and body with one write. What hooks have set comes along; they are
 * told of the answer as of any other.
 *
 * @param headers names and values by turns, besides what is set already
 */
export function sendAtOnce(reply: FastifyReply, body: Buffer, headers: readonly string[] = []): void {
  const set = alreadySet(reply);
  reply.hijack();
  answerBegins(reply);
  reply.raw.writeHead(reply.statusCode, [...set, ...headers, 'content-length', `${body.length}`]);
  // One character a byte.
  reply.raw.end(body.toString('latin1'), 'latin1');
}

/** As names and values by turns: node:http takes that as it is. */
function alreadySet(reply: FastifyReply): OutgoingHttpHeader[] {
  const headers = reply.getHeaders();
  const flat: OutgoingHttpHeader[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) flat.push(name, value);
  }
  return flat;
}
