/**
 * Processor time to read and check a body of almost 1 MB, against a bare server that only parses it: the difference, ms for
 * each MB. All of that time nothing else is answered. Bodies break one rule, so that nothing is stored.
 */
import { join } from 'node:path';
import { programOf } from '../../tools/lib/build.mjs';
import { Failure } from '../../tools/lib/console.mjs';
import { ROOT, SERVICES } from '../../tools/lib/settings.mjs';
import { credentials } from '../lib/guards.mjs';
import { processorTime } from '../lib/service-metrics.mjs';
import { sharedSetup } from '../lib/shared.mjs';

const REQUESTS = 15;
const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const fields = (count) => Object.fromEntries(many(count, (index) => [`key-${index}`, index]));

/** A job without its name. */
const JOB = {
  user: 'bench',
  version: '1',
  clusterCriterias: [{ tags: ['type:none'] }],
  commandCriteria: ['type:none'],
};

const BODIES = {
  'free-form fields': { ...JOB, metadata: fields(55_000) },
  'unknown fields': { ...JOB, ...fields(55_000) },
  'a long list': { ...JOB, tags: many(70_000, (index) => `tag-${index}`) },
  criteria: { ...JOB, clusterCriterias: many(40_000, () => ({ tags: ['type:x'] })) },
  'great numbers': {
    ...JOB,
    metadata: { list: many(80_000, (index) => (index % 2 ? 1e308 : 9_007_199_254_740_994)) },
  },
  'long numbers': { ...JOB, metadata: { list: many(55_000, (index) => 1_234_567_890_123_456 + index) } },
};

/** Processor time of a response, ms per MB of the request. */
async function timeOf(server, path, body, status) {
  const url = `${server}${path}`;
  const text = JSON.stringify(body);
  const before = await processorTime(server);
  for (let request = 0; request < REQUESTS; request += 1) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...credentials(), 'content-type': 'application/json' },
      body: text,
    });
    const answer = await response.text();
    if (response.status !== status) throw new Failure(`${url}: ${response.status} ${answer.slice(0, 300)}`);
  }
  const took = (await processorTime(server)) - before;
  return took / REQUESTS / (text.length / 2 ** 20);
}

/** With the flags and modules of the service: a larger heap makes parsing more expensive. */
const service = SERVICES.find(({ key }) => key === 'jobs');
const SAME_HEAP = [
  ...service.nodeFlags,
  '--require',
  join(ROOT, programOf(service.app, 'service-definition')),
];
/** One service and one baseline for all cases. */
const started = sharedSetup(async (bench) => ({
  jobs: await bench.service('jobs', { ROLES: 'api' }),
  bare: await bench.baseline('json-body', {}, SAME_HEAP),
}));

export default Object.entries(BODIES).map(([name, body]) => ({
  name: `jobs: bodies ${name}`,
  unit: 'ms/MB',
  compare: 'difference',
  better: 'lower',
  goal: 20,
  setup: started,
  run: ({ jobs }) => timeOf(jobs, '/api/v3/jobs', body, 400),
  baseline: ({ bare }) => timeOf(bare, '/', body, 200),
}));
