/** A bare Fastify handler that returns one indexed query over stored jobs as JSON: `GET /search?query=<n>&<parameter>`. */
import process from 'node:process';
import { load } from '../../tools/lib/packages.mjs';
import { createBare, serve } from './lib/bare-fastify.mjs';

const pool = load('mysql2/promise').createPool({ uri: process.env.DATABASE_URL, connectionLimit: 10 });
const queries = JSON.parse(process.env.QUERIES);
const COLUMNS = ['id', 'name', 'user', 'status', 'started', 'finished', 'cluster_name', 'command_name'];
const shown = COLUMNS.map((name) => `jobs.${name}`).join(', ');

const fastify = createBare();
fastify.get('/search', async (request) => {
  const [rows] = await pool.query(`SELECT ${shown} FROM ${queries[request.query.case]}`);
  return { jobs: rows };
});
await serve(fastify);
