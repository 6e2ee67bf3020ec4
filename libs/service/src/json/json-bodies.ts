import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { ErrorKind, ServiceError } from '../errors/service-error';
import { findLoneSurrogate, JSON_DEPTH_LIMIT, scanJson } from './json-scan';

/** `application/json`, and `application/hal+json`, `application/json-patch+json` and the like. */
const JSON_TYPES = /^application\/(?:[\w.-]+\+)?json(?:;|$)/;

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** A field of this name, also when it is written with escapes. As a value, the same text is allowed. */
const PROTOTYPE_FIELD =
  /"(?:_|\\u005[Ff]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[Ff])(?:t|\\u0074)(?:o|\\u006[Ff])(?:_|\\u005[Ff]){2}"\s*:/;

/** Accepts JSON bodies only: a form, which any page could post, is 415. An empty body is no body, whatever its type. */
export function acceptJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<Buffer>(JSON_TYPES, { parseAs: 'buffer' }, jsonParser());
  fastify.addContentTypeParser('*', refuseType);
  fastify.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const { 'content-length': length = '0', 'content-type': type = '' } = headers;
    const isEmpty = length === '0' && headers['transfer-encoding'] === undefined;
    // Fastify refuses an invalid media type before it looks for a body, and a chunked body may be empty.
    if (isEmpty || !MEDIA_TYPE.test(type)) delete headers['content-type'];
    done();
  });
}

/** Parses a body, as {@link readJson} does. An empty body counts as no body. */
export const jsonParser = (): FastifyBodyParser<Buffer> => (request, body, done) => {
  // The body for an unknown address or method is ignored.
  if (request.is404 || body.length === 0) return done(null, undefined);
  try {
    done(null, readJson(body));
  } catch (error) {
    done(error as Error, undefined);
  }
};

/**
 * Parses a client's JSON. Refuses a field `__proto__`, excessive depth, and numbers and texts that cannot be stored exactly.
 * @throws ServiceError (malformed)
 */
export function readJson(json: Buffer): unknown {
  if (!isUtf8(json)) throw refusal('the body must be encoded in UTF-8');
  const text = json.toString();
  const value = parse(text);
  if (PROTOTYPE_FIELD.test(text))
    throw refusal('the body has a field named __proto__: no field may have this name');
  const finding = scanJson(json);
  if (finding === 'too deep')
    throw refusal(`the body is nested too deeply: at most ${JSON_DEPTH_LIMIT} levels are allowed`);
  if (finding)
    throw refusal(
      `${finding.path || 'the body'}: the number ${finding.number} cannot be stored exactly: send it as a text`,
    );
  const half = findLoneSurrogate(json);
  if (half)
    throw refusal(
      `${half.path || 'the body'}: ${half.escape} is half of a character: a text must be valid Unicode`,
    );
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) as unknown;
  } catch (error) {
    throw new ServiceError(ErrorKind.Malformed, 'the body is not valid JSON', { cause: error });
  }
}

function refuseType(
  request: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (request.is404) return done(null);
  const type = request.headers['content-type']?.slice(0, 100);
  const why = type === undefined ? 'the body has no media type' : `Content-Type ${type} is not supported`;
  refuseBody(payload, `${why}: send Content-Type: application/json`, done);
}

/** Refuses an unread body for its media type, 415. An empty one is none: whether a chunked one is empty shows when it arrives. */
export function refuseBody(
  payload: IncomingMessage,
  message: string,
  done: (error: Error | null) => void,
): void {
  const refuse = (): void => {
    payload.removeListener('end', accept);
    done(new ServiceError(ErrorKind.UnsupportedMediaType, message));
  };
  const accept = (): void => {
    payload.removeListener('data', refuse);
    done(null);
  };
  if (payload.headers['content-length'] !== undefined) refuse();
  else payload.once('data', refuse).once('end', accept);
}

const refusal = (message: string): ServiceError => new ServiceError(ErrorKind.Malformed, message);
