/**
 * All documents of a collection: megabytes per second against a bare server that streams the same bytes; with a field
 * selector or pretty-printed against JSON.stringify over documents that lie parsed in memory; and what it costs in memory
 * when four clients read all at once.
 */
import { watched } from '../lib/service-metrics.mjs';
import { megabytesPerSecond, readThrough } from '../lib/transfer.mjs';
import { bareBody } from '../lib/bare.mjs';
import { COLLECTION } from './lib/documents.mjs';
import { estate } from './lib/estate.mjs';

const CLIENTS = 4;

async function collectionOf(bench) {
  const { url } = await estate(bench);
  return { url, list: `${url}/api/v2/${COLLECTION};_expand` };
}

const rendered = (name, suffix, path) => ({
  name: `history: _expand ${name}`,
  unit: 'MB/s',
  goal: 0.8,
  async setup(bench) {
    const { list } = await collectionOf(bench);
    return { list: `${list}${suffix}`, bare: `${await bareBody(bench, 'projection', list)}${path}` };
  },
  run: ({ list }) => megabytesPerSecond(list, 5),
  baseline: ({ bare }) => megabytesPerSecond(bare, 5),
});

export default [
  {
    name: 'history: _expand of all',
    unit: 'MB/s',
    goal: 0.5,
    async setup(bench) {
      const { list } = await collectionOf(bench);
      return { list, bare: await bareBody(bench, 'stream', list) };
    },
    run: ({ list }) => megabytesPerSecond(list),
    baseline: ({ bare }) => megabytesPerSecond(bare),
  },
  rendered('with a field selector', ':(instanceId,state:(name))', '/fields'),
  rendered('pretty', ';_pp', '/pretty'),
  {
    name: `history: memory for ${CLIENTS} times _expand`,
    unit: 'MB more',
    compare: 'value',
    goal: 50,
    setup: collectionOf,
    async run({ url, list }) {
      const all = () => Promise.all(Array.from({ length: CLIENTS }, () => readThrough(list)));
      const { before, most } = await watched(url, all);
      return Math.max(0, most - before);
    },
    baseline: async () => 0,
  },
];
