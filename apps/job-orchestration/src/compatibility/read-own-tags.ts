import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { API_PATH } from '../http/api-address';
import { readTags, type Compatibility } from './genie';

/** Lets every address of the API take the tags that a client of Genie sends, in queries and JSON bodies. */
export function readOwnTags(app: NestFastifyApplication, compatibility: Compatibility): void {
  if (compatibility === 'none') return;
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preValidation', (request, _reply, done) => {
      if (request.url.startsWith(`/${API_PATH}/`)) {
        request.query = readTags(compatibility, request.query);
        if (!request.isMultipart()) request.body = readTags(compatibility, request.body);
      }
      done();
    });
}
