/**
 * Requests per second for one document of the recorded cloud by its id, against a bare Fastify server that returns the
 * same bytes; the access log is on in both.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tools/lib/settings.mjs';
import { send } from '../lib/client.mjs';
import { requestsPerSecond } from '../lib/load.mjs';
import { waitForAll } from '../lib/wait.mjs';

const COLLECTION = 'view/instances';
const CRAWL_TIMEOUT_MS = 30_000;

/** Address of an instance, once the whole recording has been replayed and is in memory. */
async function anInstance(history) {
  const replayed = async () => {
    const answer = await fetch(`${history}/api/v2/status`);
    const { collections } = answer.ok ? await answer.json() : { collections: [] };
    const instances = collections.find(({ collection }) => collection === COLLECTION);
    return Boolean(instances?.lastCrawl) && instances.served > 0 && instances.served === instances.documents;
  };
  await waitForAll('the recorded instances', replayed, CRAWL_TIMEOUT_MS);
  const answer = await fetch(`${history}/api/v2/${COLLECTION};_limit=1`);
  const [id] = await answer.json();
  return `${history}/api/v2/${COLLECTION}/${encodeURIComponent(id)}`;
}

/** A bare server that returns exactly what the service answers for the document. */
async function bareServer(bench, document) {
  const answer = await send('GET', document);
  mkdirSync(bench.folder, { recursive: true });
  const file = join(bench.folder, 'document.json');
  writeFileSync(file, answer.text);
  return bench.baseline('document', {
    DOCUMENT_FILE: file,
    DOCUMENT_TYPE: answer.response.headers.get('content-type'),
  });
}

export default {
  name: 'history: one document by id',
  unit: 'requests/s',
  goal: 0.35,
  async setup(bench) {
    const history = await bench.service('history', {
      RECORDED_CLOUD_DIR: join(ROOT, 'examples', 'recorded-cloud'),
      CACHE_REFRESH_MS: '1000',
    });
    const document = await anInstance(history);
    return { document, bare: `${await bareServer(bench, document)}/document` };
  },
  run: ({ document }) => requestsPerSecond(document),
  baseline: ({ bare }) => requestsPerSecond(bare),
};
