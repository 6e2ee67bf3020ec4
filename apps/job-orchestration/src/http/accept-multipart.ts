import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErrorKind, ServiceError } from '@portolan/service';

/**
 * Lets one address take `multipart/form-data`; everywhere else it stays an unknown media type.
 *
 * Every part comes as a stream, whether the client calls it a field or a file: clients differ in that for
 * the same part, and a stream is bounded by whoever reads it.
 */
export async function acceptMultipart(app: NestFastifyApplication, path: string): Promise<void> {
  await app.register(multipart, {
    // Directories in a file name are to be refused, not cut off.
    preservePath: true,
    isPartAFile: () => true,
    throwFileSizeLimit: false,
    limits: { fileSize: Infinity, files: 10_000, parts: 10_000 },
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('preValidation', (request, _reply, done) => {
    const strange = request.isMultipart() && request.routeOptions.url !== `/${path}`;
    done(
      strange
        ? new ServiceError(ErrorKind.UnsupportedMediaType, 'multipart/form-data is not taken here')
        : undefined,
    );
  });
}
