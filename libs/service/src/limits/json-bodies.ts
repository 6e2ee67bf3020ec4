import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { ErrorKind, ServiceError } from '../errors/service-error';
import { JSON_DEPTH_LIMIT, isDeeperThan } from './json-depth';

/** `application/json`, and `application/hal+json`, `application/json-patch+json` and the like. */
const JSON_TYPES = /^application\/(?:[\w.-]+\+)?json(?:;|$)/;

/**
 * Takes JSON bodies and nothing else: a form that any page in a browser could post is 415. Refused are names that would
 * reach the prototype of objects, and what is too deep.
 */
export function acceptJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<string>(JSON_TYPES, { parseAs: 'string' }, jsonParser(fastify));
}

/** Parses the text of a body. */
export function jsonParser(fastify: FastifyInstance): FastifyBodyParser<string> {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    if (isDeeperThan(body, JSON_DEPTH_LIMIT)) done(tooDeep());
    else void parse(request, body, done);
  };
}

/** Parses JSON that comes as a part of a body, by the rules for whole ones. @throws (rejects) what is answered 400 */
export const parseJson = (request: FastifyRequest, text: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    void jsonParser(request.server)(request, text, (error, body) => (error ? reject(error) : resolve(body)));
  });

const tooDeep = (): ServiceError =>
  new ServiceError(
    ErrorKind.Malformed,
    `the body has more than ${JSON_DEPTH_LIMIT} objects and lists inside each other`,
  );
