/** A bare Fastify server behind guards, with an access log as Fastify writes it; `/ready` answers without guards. */
import process from 'node:process';
import { load } from '../../../tools/lib/packages.mjs';
import { createGuard } from './guard.mjs';

/** Creates the server, without a log when `ACCESS_LOG` is `off`. */
export function createBare() {
  const logs = process.env.ACCESS_LOG !== 'off';
  const fastify = load('fastify')({
    logger: logs && { level: 'info' },
    disableRequestLogging: true,
    forceCloseConnections: true,
  });
  if (logs) {
    fastify.addHook('onResponse', (request, reply, done) => {
      request.log.info(
        { method: request.method, url: request.url, status: reply.statusCode, ms: reply.elapsedTime },
        'request',
      );
      done();
    });
  }
  const check = createGuard();
  fastify.addHook('onRequest', async ({ url, headers }) => {
    if (url !== '/ready') await check(headers.authorization);
  });
  fastify.get('/ready', () => 'ready');
  return fastify;
}

/** Listens until SIGTERM. */
export async function serve(fastify) {
  await fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST });
  process.once('SIGTERM', () => process.exit(0));
}
