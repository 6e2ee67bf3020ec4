import { Readable, pipeline } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { codingFor, encoder, type ContentCoding } from '../rendering/content-coding';
import { entityTag, namesTag, weakTag } from '../rendering/entity-tag';
import { MediaType, type Answer } from './answer';
import { wholeOrChunks } from './chunks';
import { sendAtOnce } from './send-at-once';

/** Smaller bodies fit into one packet as they are, bytes. */
export const CODING_THRESHOLD = 1400;

/** What an answer depends on besides the address. */
export const VARYING = 'accept, accept-encoding';

/** The `Vary` of an answer: what it depends on besides the address. */
export function varyOf(reply: FastifyReply): string {
  const others = reply.getHeader('vary');
  return others === undefined ? VARYING : `${String(others)}, ${VARYING}`;
}

/** Sends an answer as the request's headers ask: not at all when the client has it, whole or compressed. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
  void reply.header('vary', varyOf(reply));
  const isKnown = (tag: string): boolean => known !== undefined && namesTag(known, tag);
  // A list that has not changed need not be made.
  const { tag: given } = answer;
  if (given !== undefined && !Buffer.isBuffer(answer.body) && isKnown(given))
    return notModified(reply, given);
  const body = bodyOf(answer.body);
  const small = Buffer.isBuffer(body) && body.length < CODING_THRESHOLD;
  const coding = small ? undefined : codingFor(accepted);
  const plainTag = given ?? (Buffer.isBuffer(body) ? entityTag(body) : undefined);
  if (plainTag !== undefined) {
    // Other bytes of the same meaning can't have the same strong tag.
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
    const atOnce = body.length < CODING_THRESHOLD && reply.request.method === 'GET';
    return atOnce ? sendAtOnce(reply, body) : void reply.send(body);
  }
  if (coding !== undefined) void reply.header('content-encoding', coding);
  if (reply.request.method === 'HEAD') return sendNothing(reply);
  const stream = Buffer.isBuffer(body) ? Readable.from([body]) : body;
  // A client that goes away ends both; what fails is Fastify's to log.
  void reply.send(coding === undefined ? stream : pipeline(stream, encoder(coding), () => undefined));
}

const notModified = (reply: FastifyReply, tag: string): void =>
  sendNothing(reply.status(304).header('etag', tag));

/** For HEAD Fastify takes no body at all for one of length 0, which is not what GET would tell. */
const sendNothing = (reply: FastifyReply): void =>
  void reply.send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined);

/**
 * What fits into one chunk is sent at once, more is made as fast as the client reads it. A buffer keeps the
 * media type as it is; to a text Fastify would add a charset.
 */
function bodyOf(body: Answer['body']): Buffer | Readable {
  const whole = wholeOrChunks(body);
  return Buffer.isBuffer(whole) ? whole : Readable.from(whole, { objectMode: false, highWaterMark: 1 });
}
