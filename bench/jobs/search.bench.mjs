/**
 * First page of each search filter with 1,000,000 stored jobs (`BENCH_STORED_JOBS=100000` for a quicker look), exact total
 * included, against a bare Fastify handler that answers the same rows by one indexed query. Median of requests one after
 * the other, ms. All filters share one database.
 */
import process from 'node:process';
import { Failure } from '../../tools/lib/console.mjs';
import { credentials } from '../lib/guards.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { median } from '../lib/statistics.mjs';
import { FIRST, storeJobs } from './lib/stored-jobs.mjs';

const COUNT = Number(process.env.BENCH_STORED_JOBS ?? 1_000_000);
const REQUESTS = 100;
/** Median above which a search is repeated less often, ms. */
const ENOUGH_MS = 2000;
const NEWEST = 'ORDER BY jobs.updated DESC, jobs.id DESC LIMIT 64';
const by = (where, index) => `jobs ${index ? `FORCE INDEX (${index})` : ''} WHERE ${where} ${NEWEST}`;
/** Ids from an index alone, then their rows. */
const walk = (where) =>
  `(SELECT id FROM jobs WHERE ${where} ${NEWEST}) page JOIN jobs ON jobs.id = page.id ${NEWEST}`;
const middle = FIRST + (COUNT / 2) * 1000;

/** Parameters of the search, and the bare query. */
const SEARCHES = {
  'no filter': ['', `jobs ${NEWEST}`],
  id: [
    `id=job-${String(COUNT / 2).padStart(8, '0')}`,
    by(`id = 'job-${String(COUNT / 2).padStart(8, '0')}'`),
  ],
  'id%': ['id=job-0001%25', by("id LIKE 'job-0001%'", 'PRIMARY')],
  name: ['name=name-7', by("name = 'name-7'")],
  'name%': ['name=name-77%25', by("name LIKE 'name-77%'", 'jobs_by_name')],
  user: ['user=user-7', by("user = 'user-7'")],
  status: ['status=FAILED', by("status = 'FAILED'")],
  'two statuses': ['status=FAILED&status=KILLED', by("status IN ('FAILED', 'KILLED')")],
  tag: [
    'tag=team-7',
    "job_tags JOIN jobs ON jobs.id = job_tags.job_id WHERE tag = 'team-7' ORDER BY job_tags.updated DESC, job_tags.job_id DESC LIMIT 64",
  ],
  clusterName: ['clusterName=cluster-7', by("cluster_name = 'cluster-7'")],
  clusterId: ['clusterId=c7', by("cluster_id = 'c7'")],
  commandName: ['commandName=command-7', by("command_name = 'command-7'")],
  commandId: ['commandId=k7', by("command_id = 'k7'")],
  minStarted: [`minStarted=${middle}`, walk(`started >= ${middle}`)],
  maxStarted: [`maxStarted=${middle}`, walk(`started < ${middle}`)],
  minFinished: [`minFinished=${middle}`, walk(`finished >= ${middle}`)],
  maxFinished: [`maxFinished=${middle}`, walk(`finished < ${middle}`)],
  grouping: ['grouping=g-7', by("`grouping` = 'g-7'")],
  groupingInstance: ['groupingInstance=i-7', by("grouping_instance = 'i-7'")],
};

/** One service, one baseline, one database for all cases. */
const stored = sharedSetup(async (bench) => {
  const DATABASE_URL = await bench.database('search');
  const jobs = await bench.service('jobs', { DATABASE_URL, ROLES: 'api' });
  await storeJobs(DATABASE_URL, COUNT);
  const queries = Object.fromEntries(Object.entries(SEARCHES).map(([name, [, query]]) => [name, query]));
  const bare = await bench.baseline('job-search', { DATABASE_URL, QUERIES: JSON.stringify(queries) });
  return { jobs, bare };
});

/** Median response time, ms. */
async function timeOf(url) {
  const times = [];
  const first = performance.now();
  while (times.length < 3 || (times.length < REQUESTS && performance.now() - first < ENOUGH_MS)) {
    // Responses are kept by address and `Accept` for 200 ms: the search itself is measured.
    const headers = { ...credentials(), accept: `application/json, text/x-${times.length}` };
    const begun = performance.now();
    const response = await fetch(url, { headers });
    const text = await response.text();
    times.push(performance.now() - begun);
    if (!response.ok) throw new Failure(`${url}: ${response.status} ${text.slice(0, 300)}`);
  }
  return median(times);
}

export default Object.entries(SEARCHES).map(([name, [parameters]]) => ({
  name: `jobs: search ${name}`,
  unit: 'ms',
  better: 'lower',
  goal: 2,
  setup: stored,
  run: ({ jobs }) => timeOf(`${jobs}/api/v3/jobs?${parameters}`),
  baseline: ({ bare }) => timeOf(`${bare}/search?case=${encodeURIComponent(name)}`),
}));
