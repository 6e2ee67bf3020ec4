/** Requests per second for a select by a field's value, against a document by its id with as many bytes. */
import { requestsPerSecond } from '../lib/load.mjs';
import { COLLECTION, LONG_INSTANCE, PER_OWNER, instance, instanceId, ownerOf } from './lib/documents.mjs';
import { SAMPLE, estate } from './lib/estate.mjs';

const selects = (name, select, id) => ({
  name: `history: ${name}`,
  unit: 'requests/s',
  goal: 0.5,
  async setup(bench) {
    const collection = `${(await estate(bench)).url}/api/v2/${COLLECTION}`;
    return { list: `${collection};${select}`, document: `${collection}/${id}` };
  },
  run: ({ list }) => requestsPerSecond(list, { duration: 3 }),
  baseline: ({ document }) => requestsPerSecond(document, { duration: 3 }),
});

const { privateIpAddress } = instance(31_337);

export default [
  selects('a select that matches 1', `privateIpAddress=${privateIpAddress};_expand`, SAMPLE),
  selects(`a select that matches ${PER_OWNER} ids`, `tags.owner=${ownerOf(4242)}`, instanceId(LONG_INSTANCE)),
];
