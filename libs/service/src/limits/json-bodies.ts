import type { IncomingMessage } from 'node:http';
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { ErrorKind, ServiceError } from '../errors/service-error';
import { JSON_DEPTH_LIMIT, isDeeperThan } from './json-depth';
import { findLossyNumber } from './json-numbers';

/** `application/json`, and `application/hal+json`, `application/json-patch+json` and the like. */
const JSON_TYPES = /^application\/(?:[\w.-]+\+)?json(?:;|$)/;

/** A field of this name, escapes included; as a value it is only a text. */
const PROTOTYPE_FIELD =
  /"(?:_|\\u005[Ff]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[Ff])(?:t|\\u0074)(?:o|\\u006[Ff])(?:_|\\u005[Ff]){2}"\s*:/;

/**
 * Takes JSON bodies and nothing else: a form that any page in a browser could post is 415. An absent body is no body,
 * whatever type it is declared to be of.
 */
export function acceptJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<string>(JSON_TYPES, { parseAs: 'string' }, jsonParser());
  fastify.addContentTypeParser('*', refuseType);
  fastify.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
    if (length === '0' && encoding === undefined) delete headers['content-type'];
    done();
  });
}

/** Parses the text of a body. Refused are a field `__proto__`, too much depth, and numbers that cannot be kept. */
export function jsonParser(): FastifyBodyParser<string> {
  return (request, body, done) => {
    // Of an address or a method that does not exist the body is of no interest.
    if (request.is404 || body === '') {
      done(null, undefined);
      return;
    }
    try {
      done(null, readJson(body));
    } catch (error) {
      done(error as Error, undefined);
    }
  };
}

/** Parses JSON that comes as a part of a body, by the rules for whole ones. @throws ServiceError (malformed) */
export function readJson(text: string): unknown {
  if (isDeeperThan(text, JSON_DEPTH_LIMIT)) {
    throw refusal(`the body has more than ${JSON_DEPTH_LIMIT} objects and lists inside each other`);
  }
  const value = parse(text);
  if (PROTOTYPE_FIELD.test(text)) throw refusal('the body has a field named __proto__, which is not taken');
  const lossy = findLossyNumber(text);
  if (lossy) {
    throw refusal(
      `${lossy.path || 'the body'}: the number ${lossy.number} cannot be kept exactly, send it as a text`,
    );
  }
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
  if (request.is404) {
    done(null);
    return;
  }
  const refuse = (): void => {
    payload.removeListener('end', accept);
    done(
      new ServiceError(
        ErrorKind.UnsupportedMediaType,
        request.headers['content-type'] === undefined
          ? 'the body has no type: send Content-Type: application/json'
          : `Content-Type ${request.headers['content-type'].slice(0, 100)} is not read here: send Content-Type: application/json`,
      ),
    );
  };
  const accept = (): void => {
    payload.removeListener('data', refuse);
    done(null);
  };
  if (request.headers['content-length'] !== undefined) refuse();
  else payload.once('data', refuse).once('end', accept);
}

const refusal = (message: string): ServiceError => new ServiceError(ErrorKind.Malformed, message);
