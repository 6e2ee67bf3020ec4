/** A bare Fastify handler that returns the documents that one query (`SQL` with `VALUES`) finds: `GET /past`. */
import process from 'node:process';
import { load } from '../../tools/lib/packages.mjs';
import { createBare, serve } from './lib/bare-fastify.mjs';

const pool = load('mysql2/promise').createPool({ uri: process.env.DATABASE_URL, connectionLimit: 10 });
const values = JSON.parse(process.env.VALUES);

const fastify = createBare();
fastify.get('/past', async (_request, reply) => {
  const [rows] = await pool.query(process.env.SQL, values);
  reply.type('application/json');
  return `[${rows.map(({ data }) => data).join()}]`;
});
await serve(fastify);
