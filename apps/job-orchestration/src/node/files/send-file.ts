import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundFile, OutputRequest } from '../../output/found-output';
import { CONDITION_HEADERS } from './file-answer';

/** What a request wants of a file. */
export const outputRequest = ({ method, headers }: FastifyRequest): OutputRequest => ({
  onlyHead: method === 'HEAD',
  conditions: Object.fromEntries(
    CONDITION_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  ),
});

/** Streams at the client's pace; a client that goes away ends the reading. */
export async function sendFile({ status, headers, body }: FoundFile, reply: FastifyReply): Promise<void> {
  await reply
    .code(status)
    .headers(headers)
    // Fastify writes the length of what is sent over ours, unless that is a stream.
    .send(body ?? Readable.from([]));
}
