/**
 * Requests per second for one document of about 1 KB by its id, against a bare Fastify server that returns the same bytes;
 * the access log is on in both. The document is a cluster of job orchestration that the collector has crawled.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locationId, send } from '../lib/client.mjs';
import { requestsPerSecond } from '../lib/load.mjs';
import { waitForAll } from '../lib/wait.mjs';

const OFTEN_MS = '2000';
const CRAWL_TIMEOUT_MS = 30_000;

/** Registers the cluster; returns its id. */
async function register(jobs) {
  const cluster = {
    name: 'bench',
    user: 'bench',
    version: '1.0',
    status: 'UP',
    description: 'x'.repeat(700),
    tags: ['type:bench', 'zone:a'],
  };
  return locationId(await send('POST', `${jobs}/api/v3/clusters`, cluster));
}

/** A bare server that returns exactly what the service answers for the document. */
async function bareServer(bench, document) {
  const answer = await fetch(document);
  mkdirSync(bench.folder, { recursive: true });
  const file = join(bench.folder, 'document.json');
  writeFileSync(file, await answer.text());
  return bench.baseline('document', {
    DOCUMENT_FILE: file,
    DOCUMENT_TYPE: answer.headers.get('content-type'),
  });
}

export default {
  name: 'history: one document by id',
  unit: 'requests/s',
  goal: 0.35,
  async setup(bench) {
    const { jobs, history } = await bench.services(['jobs', 'history'], {
      CRAWL_INTERVAL_MS: OFTEN_MS,
      CACHE_REFRESH_MS: OFTEN_MS,
    });
    const document = `${history}/api/v2/svc/clusters/${await register(jobs)}`;
    await waitForAll('the crawled document', async () => (await fetch(document)).ok, CRAWL_TIMEOUT_MS);
    return { document, bare: `${await bareServer(bench, document)}/document` };
  },
  run: ({ document }) => requestsPerSecond(document),
  baseline: ({ bare }) => requestsPerSecond(bare),
};
