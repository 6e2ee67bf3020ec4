/** A bare, guarded Fastify handler that reads one job by its primary key: `GET /jobs/<id>`. */
import process from 'node:process';
import { load } from '../../tools/lib/packages.mjs';
import { guard } from './lib/guard.mjs';

const pool = load('mysql2/promise').createPool({ uri: process.env.DATABASE_URL, connectionLimit: 10 });
const COLUMNS = 'id, user, status, status_msg, created, updated';

const fastify = load('fastify')({
  logger: { level: 'info' },
  disableRequestLogging: true,
  forceCloseConnections: true,
});
guard(fastify);
fastify.addHook('onResponse', (request, reply, done) => {
  request.log.info(
    { method: request.method, url: request.url, status: reply.statusCode, ms: reply.elapsedTime },
    'request',
  );
  done();
});
fastify.get('/ready', () => 'ready');
fastify.get('/jobs/:id', async (request) => {
  const [[row]] = await pool.query(`SELECT ${COLUMNS} FROM jobs WHERE id = ?`, [request.params.id]);
  return row;
});
await fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST });
process.once('SIGTERM', async () => {
  await fastify.close();
  await pool.end();
});
