/**
 * Requests per second for selects by a field's value, each request with another value, against a document by its id with as many
 * bytes.
 */
import { send } from '../lib/client.mjs';
import { requestsPerSecond } from '../lib/load.mjs';
import {
  COLLECTION,
  INSTANCES,
  LONG_INSTANCE,
  PER_OWNER,
  instance,
  instanceId,
  ownerOf,
} from './lib/documents.mjs';
import { SAMPLE, estate } from './lib/estate.mjs';

/** More than the service keeps of lists that were asked for before: every request is a look into the index. */
const VALUES = 20_000;

/** Requests per second for paths one after the other; the document of the baseline has only one. */
const perSecond = (url, paths) => {
  let count = 0;
  const setupRequest = (request) => ({ ...request, path: paths[count++ % paths.length] });
  return requestsPerSecond(url, { duration: 3, requests: [{ setupRequest }] });
};

const selects = (name, selectOf, id) => ({
  name: `history: ${name}`,
  unit: 'requests/s',
  goal: 0.6,
  async setup(bench) {
    const { url } = await estate(bench);
    const path = `/api/v2/${COLLECTION}`;
    const paths = Array.from({ length: VALUES }, (_, at) => `${path};${selectOf(at)}`);
    // The first request of a field builds its index.
    await send('GET', `${url}${paths[0]}`);
    return { url, paths, document: [`${path}/${id}`] };
  },
  run: ({ url, paths }) => perSecond(url, paths),
  baseline: ({ url, document }) => perSecond(url, document),
});

const ONE_IN = INSTANCES / VALUES;
const OWNERS = INSTANCES / PER_OWNER;

export default [
  selects(
    'a select that matches 1',
    (at) => `privateIpAddress=${instance(at * ONE_IN).privateIpAddress};_expand`,
    SAMPLE,
  ),
  // The same owners with another limit are other addresses.
  selects(
    `a select that matches ${PER_OWNER} ids`,
    (at) => `tags.owner=${ownerOf((at % OWNERS) * PER_OWNER)};_limit=${PER_OWNER + Math.floor(at / OWNERS)}`,
    instanceId(LONG_INSTANCE),
  ),
];
