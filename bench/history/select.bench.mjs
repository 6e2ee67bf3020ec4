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
/** Requests between the first ones of two connections. */
const STRIDE = 401;

/** Lets each connection begin at another of the requests. */
function differently(requests) {
  let begun = 0;
  return (client) => {
    const first = (begun++ * STRIDE) % VALUES;
    client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
  };
}

const selects = (name, selectOf, id) => ({
  name: `history: ${name}`,
  unit: 'requests/s',
  goal: 0.6,
  async setup(bench) {
    const { url } = await estate(bench);
    const path = `/api/v2/${COLLECTION}`;
    const requests = Array.from({ length: VALUES }, (_, at) => ({ path: `${path};${selectOf(at)}` }));
    // The first request of a field builds its index.
    await send('GET', `${url}${requests[0].path}`);
    return { url, requests, document: `${url}${path}/${id}` };
  },
  run: ({ url, requests }) => requestsPerSecond(url, { duration: 3, setupClient: differently(requests) }),
  baseline: ({ document }) => requestsPerSecond(document, { duration: 3 }),
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
