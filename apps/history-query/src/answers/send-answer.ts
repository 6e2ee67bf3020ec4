import type { OutgoingHttpHeader } from 'node:http';
import { Readable, pipeline } from 'node:stream';
import { answerBegins, entityTag, namesTag, weakTag } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODING_THRESHOLD, MediaType, wholeOrChunks, type Answer } from './answer';
import { codingFor, encoder, type ContentCoding } from './content-coding';

/** Returns the `Vary` of a response: the request headers that determine it. */
export function varyOf(reply: FastifyReply): string {
  const others = reply.getHeader('vary');
  return `${others === undefined ? '' : `${String(others)}, `}accept, accept-encoding`;
}

/** Sends a response according to the request's headers: 304 when the client has it, else plain or compressed. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
  void reply.header('vary', varyOf(reply));
  const isKnown = (tag: string): boolean => known !== undefined && namesTag(known, tag);
  // An unchanged list need not be generated.
  const { tag: given } = answer;
  if (given !== undefined && !Buffer.isBuffer(answer.body) && isKnown(given))
    return notModified(reply, given);
  const body = bodyOf(answer.body);
  const small = Buffer.isBuffer(body) && body.length < CODING_THRESHOLD;
  const coding = small ? undefined : codingFor(accepted);
  const plainTag = given ?? (Buffer.isBuffer(body) ? entityTag(body) : undefined);
  if (plainTag !== undefined) {
    // Different bytes of the same meaning must not have the same strong tag.
    const tag = coding === undefined ? plainTag : weakTag(plainTag);
    if (isKnown(tag)) return notModified(reply, tag);
    void reply.header('etag', tag);
  }
  void reply.header('content-type', answer.type);
  if (answer.position !== undefined) void reply.header('last-event-id', String(answer.position));
  if (answer.type === MediaType.Script) void reply.header('x-content-type-options', 'nosniff');
  sendBody(reply, body, coding);
}

function sendBody(reply: FastifyReply, body: Buffer | Readable, coding: ContentCoding | undefined): void {
  if (Buffer.isBuffer(body) && coding === undefined) {
    const runToEnd = body.length < CODING_THRESHOLD && reply.request.method === 'GET';
    return runToEnd ? sendAtOnce(reply, body) : void reply.send(body);
  }
  if (coding !== undefined) void reply.header('content-encoding', coding);
  if (reply.request.method === 'HEAD') return sendNothing(reply);
  const stream = Buffer.isBuffer(body) ? Readable.from([body]) : body;
  // A client that disconnects ends both; Fastify logs failures.
  void reply.send(coding === undefined ? stream : pipeline(stream, encoder(coding), () => undefined));
}

const notModified = (reply: FastifyReply, tag: string): void =>
  sendNothing(reply.status(304).header('etag', tag));

/** For HEAD, Fastify drops a body of length 0, unlike the response to GET. */
const sendNothing = (reply: FastifyReply): void =>
  void reply.send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined);

/** A body of one chunk is sent at once. As a buffer, because Fastify adds a charset to the media type of a text. */
function bodyOf(body: Answer['body']): Buffer | Readable {
  const whole = wholeOrChunks(body);
  return Buffer.isBuffer(whole) ? whole : Readable.from(whole, { objectMode: false, highWaterMark: 1 });
}

/** Sends a small body past Fastify's serialization with one write; its hooks run. @param headers alternating names and values, in addition */
export function sendAtOnce(reply: FastifyReply, body: Buffer, headers: readonly string[] = []): void {
  const known = reply.getHeaders();
  // Node.js takes alternating names and values without conversion.
  const set: OutgoingHttpHeader[] = [];
  for (const name in known) {
    const value = known[name];
    if (value !== undefined) set.push(name, value);
  }
  reply.hijack();
  answerBegins(reply);
  reply.raw.writeHead(reply.statusCode, [...set, ...headers, 'content-length', `${body.length}`]);
  // Latin-1: one byte per character.
  reply.raw.end(body.toString('latin1'), 'latin1');
}
