/** The profile of the history query service, whose addresses have their own grammar. */
import { join } from 'node:path';
import { weighted } from '../arbitraries.mjs';
import { ROOT } from '../../lib/settings.mjs';

const COLLECTIONS = [
  ...['view/instances', 'cloud/instances', 'cloud/addresses', 'cloud/autoScalingGroups'],
  ...['group/autoScalingGroups', 'aws/images', 'svc/clusters', 'view/nothing'],
];
const SELECTORS = [
  ...[':(instanceId,state:(name))', ':(id)', ':(tags:(key,value),nothing)', ':(/.*Id/)'],
  ...[':(', ':()', ':(name n)', ':(name;n)'],
  ':("a b",state:(name!=null,name~/r/))',
  ':(instances:(platform~/x/))',
  `:(instanceId~/${'a{0,1000}'.repeat(200)}/)`,
];
/** Query strings, which have no meaning in this API: those that name a modifier are refused, others ignored. */
const QUERY_STRINGS = ['?_at=5', '?_expand', '?x=1;_limit=1', '?%5Fpp', '?_=17', '?x=1'];
/** Times in forms other than a number. */
const TIMES = [
  ...['2026-10-07T12:00:00Z', '2026-10-07T14%3A00%3A00%2B02%3A00', '20261007T120000Z'],
  ...['now', '-90s', '-2h'],
];
const HEADERS = [
  ...[{ accept: 'text/event-stream' }, { accept: 'text/event-stream', 'last-event-id': '0' }],
  ...[{ accept: 'application/json-patch+json' }, { 'if-none-match': '*' }, { 'accept-encoding': 'gzip, br' }],
];
const MISTAKES = [
  ...['_at=x', '_at=1791374400', '_since=2026-10-07T12:00:00', '_until=2026-02-30T00:00:00Z', '_at=-2w'],
  ...['_unknown', '_sicne=0', '_count', '_pp=maybe', '_diff=x', '_callback=alert(1)'],
  ...['privateIpAddress!=10.0.0.1', 'launchTime>5', 'instanceId~i-0'],
];
const FILTERS = [
  ...['state.name=running', 'state.name=running,stopped', 'tags.key=Name'],
  ...['instanceId=/^i-0.*/', 'instanceId=/(a+)+$/'],
];
const START = 1_791_000_000_000;

const argumentOf = (fc) => {
  const number = fc.integer({ min: 0, max: 1_000_000_000 }).map((offset) => START + offset);
  const time = fc.oneof(number, fc.constant(0), fc.constantFrom(...TIMES));
  const timed = fc.tuple(fc.constantFrom('_at', '_since', '_until'), time);
  return weighted(
    fc,
    [8, fc.constantFrom('_expand', '_pp', '_meta', '_all', '_updated', '_who')],
    [3, timed.map(([name, value]) => `${name}=${value}`)],
    [2, fc.integer({ min: 0, max: 9 }).map((count) => `_limit=${count}`)],
    [2, fc.constantFrom('_diff', '_diff=1', '_callback=f', '_callback=a.b')],
    [3, fc.constantFrom(...FILTERS)],
    [1, fc.constantFrom('_live', 'instanceId', 'state.name=~run')],
    [1, fc.constantFrom(...MISTAKES)],
  );
};

/** An address below the API: mostly valid, sometimes with a hostile part. */
function addressOf(fc, arbitraries) {
  const id = weighted(fc, [6, arbitraries.reference('ids')], [1, fc.constant('i-nothing')]);
  const frequent = COLLECTIONS.slice(0, 2);
  return fc.record({
    collection: weighted(fc, [6, fc.constantFrom(...frequent)], [2, fc.constantFrom(...COLLECTIONS)]),
    id: fc.option(id, { nil: undefined }),
    // With more modifiers, most addresses would contain two that exclude each other.
    more: fc.array(argumentOf(fc), { maxLength: 2 }),
    selector: weighted(fc, [8, fc.constant('')], [1, fc.constantFrom(...SELECTORS)]),
    query: weighted(fc, [19, fc.constant('')], [1, fc.constantFrom(...QUERY_STRINGS)]),
  });
}

export const history = {
  key: 'history',
  services: ['history'],
  // Typed forms of `/api/v2/{path}`, whose addresses are generated below; a test of V2-OPS-7 compares each with its schema.
  isForm: (path) => path.startsWith('/api/v2/{area}/'),
  settings: {
    RECORDED_CLOUD_DIR: join(ROOT, 'examples', 'recorded-cloud'),
    CRAWL_INTERVAL_MS: '2000',
    CACHE_REFRESH_MS: '1000',
  },

  values: (fc) => ({ 'last-event-id': fc.constantFrom('0', '1') }),

  path: (name, _operation, { fc, arbitraries }) => (name === 'path' ? addressOf(fc, arbitraries) : undefined),

  headers: (_operation, fc) => weighted(fc, [8, fc.constant({})], [3, fc.constantFrom(...HEADERS)]),

  adjust: (_operation, template) => ({ ...template, rawPath: true }),

  /** Returns the parts of an address as text; hostile parts are texts already. */
  write: (value) => {
    if (typeof value !== 'object' || value === null)
      return encodeURI(String(value ?? '').toWellFormed()).replace(/[?#]/g, encodeURIComponent);
    const { collection, id, more, selector, query } = value;
    return [
      collection,
      ...(id === undefined ? [] : [`/${encodeURIComponent(id)}`]),
      ...more.map((one) => `;${one}`),
      selector,
      query,
    ].join('');
  },

  ways: Object.fromEntries(
    ['api', 'REST'].flatMap((root) => {
      const get = (path, headers = {}) => ({ method: 'GET', path: `/${root}/v2/${path}`, headers });
      const goneOf = (id) => get(`view/instances/${encodeURIComponent(id)}`);
      return [
        [`GET /${root}/v2/{path} 304`, () => get('view/instances', { 'if-none-match': '*' })],
        [`GET /${root}/v2/status 304`, () => get('status', { 'if-none-match': '*' })],
        [`GET /${root}/v2/{path} 410`, ({ pools }) => pools.all('ids').map(goneOf)],
      ];
    }),
  ),

  weights: { 'GET /api/v2/{path}': 10, 'GET /REST/v2/{path}': 4 },

  async setup({ client, pools, until }) {
    const path = '/api/v2/view/instances';
    const idsAt = async (address) => {
      const { status, text } = await client.send({ method: 'GET', path: address, headers: {} });
      return status === 200 ? JSON.parse(text) : [];
    };
    // Only later recordings remove documents, and no request gets a 410 before a document is removed.
    await until('the whole recorded cloud is served', async () => {
      const current = await idsAt(path);
      return current.length > 0 && (await idsAt(`${path};_since=0`)).length > current.length;
    });
    for (const address of [path, '/api/v2/cloud/addresses', `${path};_since=0`])
      for (const id of await idsAt(address)) pools.add('ids', id);
  },
};
