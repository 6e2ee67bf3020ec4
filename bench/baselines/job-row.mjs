/** A bare Fastify server, behind guards, that reads one job by its primary key: `GET /jobs/<id>`. */
import process from 'node:process';
import { load } from '../../tools/lib/packages.mjs';
import { createBare, serve } from './lib/bare-fastify.mjs';

const pool = load('mysql2/promise').createPool({ uri: process.env.DATABASE_URL, connectionLimit: 10 });
const COLUMNS = 'id, user, status, status_msg, created, updated';

const fastify = createBare();
fastify.get('/jobs/:id', async (request) => {
  const [[row]] = await pool.query(`SELECT ${COLUMNS} FROM jobs WHERE id = ?`, [request.params.id]);
  return row;
});
await serve(fastify);
