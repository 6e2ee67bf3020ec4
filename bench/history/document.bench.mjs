/**
 * Requests per second for one of 100,000 current documents by its id, against a bare Fastify server that returns the same
 * bytes: with the access log on in both, and with logging off in both.
 */
import { bareDocument } from '../lib/bare.mjs';
import { requestsPerSecond } from '../lib/load.mjs';
import { COLLECTION } from './lib/documents.mjs';
import { SAMPLE, anotherService, estate } from './lib/estate.mjs';

const PATH = `/api/v2/${COLLECTION}/${SAMPLE}`;
const measured = {
  unit: 'requests/s',
  run: ({ document }) => requestsPerSecond(document, { duration: 3 }),
  baseline: ({ bare }) => requestsPerSecond(bare, { duration: 3 }),
};

export default [
  {
    ...measured,
    name: 'history: one document by id',
    goal: 0.35,
    async setup(bench) {
      const document = `${(await estate(bench)).url}${PATH}`;
      return { document, bare: await bareDocument(bench, document) };
    },
  },
  {
    ...measured,
    name: 'history: one document by id, no logs',
    goal: 0.6,
    async setup(bench) {
      const { database } = await estate(bench);
      const document = `${await anotherService(bench, database, { LOG_LEVEL: 'silent' })}${PATH}`;
      return { document, bare: await bareDocument(bench, document, { ACCESS_LOG: 'off' }) };
    },
  },
];
