/** A bare Fastify server, behind guards: `/jobs` accepts a job with one INSERT and one BullMQ add, `/rows` does the INSERT alone. */
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { load } from '../../tools/lib/packages.mjs';
import { createBare, serve } from './lib/bare-fastify.mjs';

const database = new URL(process.env.DATABASE_URL);
const pool = load('mysql2/promise').createPool({
  host: database.hostname,
  port: Number(database.port || 3306),
  user: decodeURIComponent(database.username),
  password: decodeURIComponent(database.password),
  database: database.pathname.slice(1),
  connectionLimit: 10,
});
await pool.query(
  'CREATE TABLE IF NOT EXISTS submission (id VARCHAR(64) NOT NULL PRIMARY KEY, body LONGTEXT NOT NULL, created BIGINT NOT NULL)',
);
const redis = new URL(process.env.REDIS_URL);
const queue = new (load('bullmq').Queue)('submissions', {
  connection: {
    host: redis.hostname,
    port: Number(redis.port || 6379),
    username: decodeURIComponent(redis.username) || undefined,
    password: decodeURIComponent(redis.password) || undefined,
  },
  prefix: process.env.QUEUE_PREFIX,
  defaultJobOptions: { removeOnComplete: true },
});
const fastify = createBare();
async function insert(body) {
  const id = randomUUID();
  const row = [id, JSON.stringify(body), Date.now()];
  await pool.execute('INSERT INTO submission (id, body, created) VALUES (?, ?, ?)', row);
  return id;
}

fastify.post('/jobs', async (request, reply) => {
  const id = await insert(request.body);
  await queue.add('submission', { id }, { jobId: id });
  return reply.code(202).header('location', `/jobs/${id}`).send();
});
fastify.post('/rows', async (request, reply) => reply.code(201).send(await insert(request.body)));
await serve(fastify);
