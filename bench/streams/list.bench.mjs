/**
 * Milliseconds of one page of 50 of a list over 10,000 jobs, filtered by a label and a pattern of cluster names, against a
 * bare node:http server that sends the same queries to the database (count, page, stages and workers of the page) and
 * answers their rows as JSON. The pages are taken one after the other from all over the list.
 */
import { connect, storeJobs } from './lib/stored-jobs.mjs';
import { send } from '../lib/client.mjs';
import { Failure } from '../../tools/lib/console.mjs';

const JOBS = 10_000;
const PAGES = 40;
const FILTER = 'matching=benchlist&labels=team%3Dt3&pageSize=50';

async function millisecondsOfAPage(address) {
  const from = performance.now();
  for (let page = 0; page < PAGES; page += 1) {
    const { text } = await send('GET', `${address}&offset=${(page % 20) * 50}`);
    if (!text.includes(`"total":${JOBS / 10}`))
      throw new Failure(`${address}: not the list that was asked for`);
  }
  return (performance.now() - from) / PAGES;
}

export default {
  name: 'streams: a page of 50 of 10,000 jobs',
  unit: 'ms',
  goal: 2,
  better: 'lower',
  async setup(bench) {
    const database = await bench.database('list');
    const streams = await bench.service('streams', { DATABASE_URL: database, ROLES: 'api' });
    const connection = await connect(database);
    await storeJobs(connection, streams, { jobs: JOBS, clusters: 10, workers: 2 });
    await connection.query('ANALYZE TABLE jobs, workers, job_stages');
    await connection.end();
    return { streams, bare: await bench.baseline('job-list', { DATABASE: database }) };
  },
  run: ({ streams }) => millisecondsOfAPage(`${streams}/api/v1/jobs?${FILTER}`),
  baseline: ({ bare }) => millisecondsOfAPage(`${bare}/?${FILTER}`),
};
