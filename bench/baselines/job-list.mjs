/** A bare node:http server that returns a page of jobs with a label as the rows of the database. */
import process from 'node:process';
import { load } from '../../tools/lib/packages.mjs';
import { serve } from './lib/bare-http.mjs';

const pool = load('mysql2/promise').createPool(process.env.DATABASE);

const WHERE = `state IN ('Accepted', 'Launched') AND cluster IN (?) AND LOCATE(?, labels) > 0 AND JSON_CONTAINS(labels, ?)`;

async function page(query) {
  const [clusters] = await pool.query('SELECT name FROM clusters');
  const pattern = new RegExp(query.get('matching'), 'i');
  const names = clusters.map(({ name }) => name).filter((name) => pattern.test(name));
  const [name, value] = query.get('labels').split('=');
  const values = [names, JSON.stringify(value), JSON.stringify({ name, value })];
  const order = 'ORDER BY submitted_at, id LIMIT ? OFFSET ?';
  const size = [Number(query.get('pageSize')), Number(query.get('offset') ?? 0)];
  const [[[{ total }]], [jobs]] = await Promise.all([
    pool.query(`SELECT COUNT(*) AS total FROM jobs WHERE ${WHERE}`, values),
    pool.query(`SELECT * FROM jobs WHERE ${WHERE} ${order}`, [...values, ...size]),
  ]);
  const ids = [jobs.map(({ id }) => id)];
  const [[stages], [workers]] = await Promise.all([
    pool.query('SELECT * FROM job_stages WHERE job_id IN (?) ORDER BY job_id, stage_num', ids),
    pool.query(
      'SELECT * FROM workers WHERE job_id IN (?) AND current_index IS NOT NULL ORDER BY job_id, stage_num, worker_index',
      ids,
    ),
  ]);
  return JSON.stringify({ jobs, stages, workers, total });
}

serve((request, response) => {
  page(new URL(request.url, 'http://list').searchParams).then(
    (text) => response.setHeader('content-type', 'application/json').end(text),
    (error) => response.writeHead(500).end(String(error)),
  );
});
