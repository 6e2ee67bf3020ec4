/**
 * Many queued jobs and a restart of every process: what they take of Redis, and how long it takes until jobs start again.
 * A quick run queues 1,500; `--scale full` 100,000.
 */
import { join } from 'node:path';
import { programOf } from '../../tools/lib/build.mjs';
import { migrate } from '../../tools/lib/databases.mjs';
import { load } from '../../tools/lib/packages.mjs';
import { SERVICES, urlOf } from '../../tools/lib/settings.mjs';
import { Failure } from '../../tools/lib/console.mjs';
import { send } from '../lib/client.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { freePort } from '../lib/system.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { inParallel, isFull, register, submit } from './lib/small-jobs.mjs';

const QUEUED = isFull ? 100_000 : 1500;
const SUBMITTERS = 50;
/** Number of jobs whose start order is checked. */
const STARTED = 30;
const service = SERVICES.find(({ key }) => key === 'jobs');

/** An installation that can be restarted with its stored data. */
class Installation {
  #child;

  /** Number of jobs accepted before each submission: these precede it in the queue. */
  before = [];

  constructor(bench, port, settings) {
    this.bench = bench;
    this.port = port;
    this.url = urlOf(port);
    this.settings = settings;
  }

  static async make(bench) {
    const port = await freePort();
    const name = `queue_${port}`;
    const installation = new Installation(bench, port, {
      PUBLIC_URL: urlOf(port),
      DATABASE_URL: await bench.database(name),
      REDIS_URL: bench.redisUrl,
      QUEUE_PREFIX: `${bench.queuePrefix}:${name}`,
      INTERNAL_TOKEN: `internal-token-of-${bench.id}`,
      NODE_WORK_DIR: join(bench.folder, name),
      ARCHIVE_DIR: join(bench.folder, name, 'archives'),
      NODE_SLOTS: '8',
      NODE_MEMORY_MB: '100000',
      ...bench.env.services,
    });
    await migrate(service, installation.settings);
    return installation;
  }

  async start(roles) {
    const before = this.bench.start.bind(this.bench);
    this.bench.start = (...args) => (this.#child = before(...args));
    const env = { ...this.settings, ROLES: roles };
    await this.bench.serve(service.app, [programOf(service.app, 'main')], {
      env,
      path: '/health/ready',
      port: this.port,
    });
    this.bench.start = before;
  }

  async stop() {
    const child = this.#child;
    child.kill('SIGTERM');
    await waitForAll(
      'the end of the service',
      () => child.exitCode !== null || child.signalCode !== null,
      30_000,
    );
  }
}

/** Memory of an installation's keys, bytes. */
async function redisBytes({ settings, bench }) {
  const { Redis } = load('ioredis');
  const redis = new Redis(bench.redisUrl);
  const keys = await redis.keys(`${settings.QUEUE_PREFIX}*`);
  let bytes = 0;
  for (const key of keys) bytes += (await redis.call('MEMORY', 'USAGE', key, 'SAMPLES', '0')) ?? 0;
  redis.disconnect();
  return bytes;
}

/** The queue is filled once, for all cases. */
const queue = sharedSetup(async (bench) => {
  const installation = await Installation.make(bench);
  await installation.start('api,controller');
  await register(installation.url);
  let accepted = 0;
  await inParallel(QUEUED, SUBMITTERS, async (index) => {
    installation.before[index] = accepted;
    await submit(installation.url, 'true', { name: `job-${index}` });
    accepted += 1;
  });
  return installation;
});

/** The number of jobs started at a time or later, and the last of them. */
async function started({ url }, since) {
  const query = new URLSearchParams({ minStarted: String(since), size: '20', sort: 'started,desc' });
  const { page, _embedded } = (await send('GET', `${url}/api/v3/jobs?${query}`)).json();
  return { count: page.totalElements, last: _embedded?.jobSearchResultList ?? [] };
}

/** Launches that are on the queue together may overtake each other: offers of a window, and as many as a node starts at once. */
const TOLERANCE = 32 + 16;

/** Restarts every process. @returns the seconds until a job starts */
async function restart(installation) {
  await installation.stop();
  const since = Date.now();
  await installation.start('api,controller,node');
  const from = performance.now();
  await waitForAll('the first start', async () => (await started(installation, since)).count > 0, 60_000);
  const seconds = (performance.now() - from) / 1000;
  await waitForAll('more starts', async () => (await started(installation, since)).count >= STARTED, 120_000);
  const { count, last } = await started(installation, 1);
  const numbers = last.map(({ name }) => Number(name.slice('job-'.length)));
  const early = numbers.find((number) => installation.before[number] > count + TOLERANCE);
  if (early !== undefined) {
    throw new Failure(
      `a job before which ${installation.before[early]} were accepted is one of the first ${count}`,
    );
  }
  return seconds;
}

export default [
  {
    name: `jobs: Redis with ${QUEUED} queued jobs`,
    unit: 'MB',
    goal: 500,
    compare: 'value',
    setup: queue,
    run: async (installation) => (await redisBytes(installation)) / 2 ** 20,
    baseline: async () => 0,
  },
  {
    name: `jobs: ${QUEUED} queued jobs go on after a restart`,
    unit: 's',
    goal: 10,
    compare: 'value',
    setup: queue,
    run: restart,
    baseline: async () => 0,
  },
];
