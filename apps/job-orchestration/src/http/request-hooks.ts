import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { refuseBody } from '@portolan/service';
import { readTags, type Compatibility } from '../compatibility/genie';
import { API_PATH } from './api-address';

/**
 * Accepts `multipart/form-data` at one address; elsewhere it stays an unknown media type. Every part is a stream, whether the
 * client sends a field or a file: clients differ in that for the same part, and the reader of a stream can bound it.
 *
 * @param partsLimit the parser hands over all parts of a chunk in one turn of the event loop: 10,000 small ones took a second
 */
export async function acceptMultipart(
  app: NestFastifyApplication,
  path: string,
  partsLimit: number,
): Promise<void> {
  await app.register(multipart, {
    // Directories in a file name must be refused, not cut off.
    preservePath: true,
    isPartAFile: () => true,
    throwFileSizeLimit: false,
    limits: { fileSize: Infinity, files: partsLimit, parts: partsLimit },
  });
  const message = 'multipart/form-data is not supported by this route: send Content-Type: application/json';
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (!request.isMultipart() || request.routeOptions.url === `/${path}`) done();
    else refuseBody(request.raw, message, (error) => done(error ?? undefined));
  });
}

/** Accepts the tags of Genie's clients, in queries and JSON bodies of every address of the API. */
export function readOwnTags(app: NestFastifyApplication, compatibility: Compatibility): void {
  if (compatibility === 'none') return;
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (request.url.startsWith(`/${API_PATH}/`)) {
      request.query = readTags(compatibility, request.query);
      if (!request.isMultipart()) request.body = readTags(compatibility, request.body);
    }
    done();
  });
}
