/** A bare Fastify server that returns the bytes of a file, with an access log as Fastify writes it (none with ACCESS_LOG=off), behind guards if any are set. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { load } from '../../tools/lib/packages.mjs';
import { guard } from './lib/guard.mjs';

const body = readFileSync(process.env.DOCUMENT_FILE);
const type = process.env.DOCUMENT_TYPE;
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
guard(fastify);
fastify.get('/ready', () => 'ready');
fastify.get('/*', (_request, reply) => reply.type(type).send(body));
await fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST });
process.once('SIGTERM', () => fastify.close());
