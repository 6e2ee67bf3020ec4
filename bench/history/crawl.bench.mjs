/**
 * A crawl of 100,000 documents of which one percent has changed, by a service that answers reads meanwhile: its time against
 * JSON.parse of what it reads, what the reads say (99th percentile), how long the event loop was held, and memory.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConnection } from '../../tools/lib/databases.mjs';
import { load } from '../../tools/lib/packages.mjs';
import { send } from '../lib/client.mjs';
import { credentials } from '../lib/guards.mjs';
import { watched } from '../lib/service-metrics.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { instanceId } from './lib/documents.mjs';
import { anotherService, fill, migrateHistory } from './lib/estate.mjs';

const COLLECTION = 'bench/instances';
const CRAWL_INTERVAL_MS = 6000;
const TIMEOUT_MS = 180_000;
const READS_PER_SECOND = 200;

/** The service and its source, made once. */
const crawledService = sharedSetup(async (bench) => {
  const database = await bench.database('crawled');
  await migrateHistory(bench, database);
  await withConnection(database, (connection) => fill(connection, COLLECTION, 1));
  const source = await bench.baseline('instances', { REVISION: '0' });
  const url = await anotherService(bench, database, {
    HTTP_COLLECTIONS_FILE: collectionsFile(bench, source),
    CRAWL_INTERVAL_MS: String(CRAWL_INTERVAL_MS),
  });
  await finished({ url, source }, 1);
  return { url, source };
});

function collectionsFile(bench, source) {
  mkdirSync(bench.folder, { recursive: true });
  const file = join(bench.folder, 'collections.json');
  const row = {
    collection: COLLECTION,
    url: `${source}/instances?page=0`,
    list: 'instances',
    next: 'next',
    id: 'instanceId',
  };
  writeFileSync(file, JSON.stringify([row]));
  return file;
}

/** Waits until crawl `number` of the source has been applied. @returns its duration, ms */
async function finished({ url, source }, number) {
  let took;
  const isApplied = async () => {
    const { crawls, startedAt } = (await send('GET', `${source}/crawl`)).json();
    if (crawls < number) return false;
    const { collections } = (await send('GET', `${url}/api/v2/status`)).json();
    const { lastCrawl, error } = collections.find(({ collection }) => collection === COLLECTION);
    if (error) throw new Error(error);
    took = lastCrawl - startedAt;
    return lastCrawl >= startedAt;
  };
  await waitForAll(`crawl ${number}`, isApplied, TIMEOUT_MS);
  return took;
}

/** The next crawl, with concurrent reads. */
async function nextCrawl({ url, source }) {
  const autocannon = load('autocannon');
  const { crawls } = (await send('GET', `${source}/crawl`)).json();
  const reads = autocannon({
    url: `${url}/api/v2/${COLLECTION}/${instanceId(4711)}`,
    headers: credentials(),
    connections: 10,
    overallRate: READS_PER_SECOND,
    duration: 600,
  });
  const { result: took, most, hold } = await watched(url, () => finished({ url, source }, crawls + 1));
  reads.stop();
  const { latency, non2xx } = await reads;
  if (non2xx > 0) throw new Error(`${non2xx} reads failed during a crawl`);
  return { took, p99: latency.p99, hold, memory: most };
}

const parsing = async ({ source }) => (await send('GET', `${source}/parse`)).json();

const during = (name, unit, goal, field) => ({
  name: `history: ${name} during a crawl`,
  unit,
  goal,
  compare: 'value',
  setup: crawledService,
  run: async (context) => (await nextCrawl(context))[field],
  baseline: async () => 0,
});

export default [
  {
    name: 'history: a crawl with 1 % changed',
    unit: 'ms',
    better: 'lower',
    goal: 3,
    setup: crawledService,
    run: async (context) => (await nextCrawl(context)).took,
    baseline: parsing,
  },
  during('99th percentile of reads', 'ms', 50, 'p99'),
  during('event loop held', 'ms', 20, 'hold'),
  during('memory', 'MB', 500, 'memory'),
];
