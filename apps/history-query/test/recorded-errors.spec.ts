import fc from 'fast-check';
import { TIME_FORMS } from '../src/address/read-time';
import type { HistoryClient } from './support/history-client';
import { recordedCloud, time } from './support/recorded-cloud';

const UNKNOWN = 'invalid argument: "_lmit" is not a modifier, the closest is "_limit"';

const queryMistake = (name: string, meant = name): string =>
  `invalid argument: "${name}" in the query string, modifiers follow the path and are separated by ";" (…;${meant})`;

describe('errors of a recorded cloud', () => {
  let history: HistoryClient;

  beforeAll(async () => {
    history = await recordedCloud();
  });
  afterAll(() => history.service.stop());

  it('[V2-STATE-1] [V2-ERR-3] answers 410 for a deleted document, with the time when it was last seen', async () => {
    expect(await history.error('view/instances/i-0bast0001')).toEqual({
      status: 410,
      body: {
        code: 410,
        name: 'GONE',
        message:
          'record "i-0bast0001" is no longer valid in collection view.instances. Use _at, _since or _all ' +
          `arguments to fetch historical records.  Last seen at ${time('08T20:00')}`,
      },
    });
  });

  it('[V2-ERR-2] answers 404 for a document that never existed, or not at that time', async () => {
    const body = {
      code: 404,
      name: 'NOT_FOUND',
      message: 'record "i-never" not found in collection view.instances',
    };
    expect(await history.error('view/instances/i-never')).toEqual({ status: 404, body });
    expect((await history.error('view/instances/i-0db000001;_at=5')).status).toBe(404);
    expect((await history.error('view/instances/i-0db000001;state.name=stopped')).status).toBe(404);
    expect(await history.json('view/instances/i-never;_all')).toEqual([]);
  });

  it.each([
    ['[V2-ADDR-8]', 'view/foo/bar', 'invalid collection: view.foo.bar, the closest is view/instances'],
    ['[V2-ADDR-8]', 'view', 'invalid collection: .view, the closest is view/instances'],
    ['[V2-ADDR-13]', 'view/instnces', 'invalid collection: view.instnces, the closest is view/instances'],
    ['[V2-ADDR-13]', 'aws/adresses/x', 'invalid collection: aws.adresses.x, the closest is aws/addresses'],
    ['[V2-ADDR-11]', 'view/instances;_lmit=1', UNKNOWN],
    ['[V2-ADDR-11]', 'view/instances/i-0db000001;_lmit=1', UNKNOWN],
    ['[V2-ADDR-12]', 'view/instances?_at=5', queryMistake('_at')],
    ['[V2-ADDR-12]', 'view/instances/i-0db000001?_at=5', queryMistake('_at')],
    ['[V2-ADDR-12]', 'view/instances;_expand?x=1&%5Fpp', queryMistake('_pp')],
    ['[V2-ADDR-12]', 'view/instances?x=1;_limit=1', queryMistake('_limit')],
    ['[V2-ADDR-12]', 'view/instances?_lmit=1', queryMistake('_lmit', '_limit')],
    ['[V2-ADDR-12]', 'view/instances?_EXPAND', queryMistake('_EXPAND', '_expand')],
    ['[V2-ADDR-12]', 'view/instances?limit=5', queryMistake('limit', '_limit')],
    ['[V2-ADDR-12]', 'view/instances/i-0db000001?x=1&At=5', queryMistake('At', '_at')],
    [
      '[V2-ERR-1]',
      'view/instances/a:b',
      'invalid path: view/instances/a:b, a field selector is written as :(field)',
    ],
    [
      '[V2-ERR-1]',
      'view/instances;_limit=x',
      'invalid argument: "_limit=x", a whole number up to 9007199254740991 is required',
    ],
    ['[V2-TIME-2]', 'view/instances;_at=x', `invalid argument: "_at=x", ${TIME_FORMS}`],
    [
      '[V2-TIME-2]',
      'view/instances/i-0db000001;_since=1791374400',
      'invalid argument: "_since=1791374400", a number of ten digits is in seconds, 1791374400000 in milliseconds is required',
    ],
    ['[V2-MOD-17]', 'view/instances;_diff', '_diff argument requires use of resource id: view.instances'],
    ['[V2-MOD-17]', 'view/instances/i-0db000001;_diff', '_diff requires at least 2 documents, only 1 found'],
    [
      '[V2-MOD-18]',
      'view/instances;_callback=a(b',
      'invalid argument: "_callback=a(b", a JavaScript name such as show or page.show is required',
    ],
  ])('%s answers %s with 400', async (_id, path, message) => {
    expect(await history.error(path)).toEqual({
      status: 400,
      body: { code: 400, name: 'BAD_REQUEST', message },
    });
  });

  it('[V2-ADDR-12] ignores other query strings', async () => {
    for (const path of ['view/instances', 'view/instances/i-0db000001', 'view/instances;_limit=1']) {
      const plain = await history.json(path);
      for (const query of [
        '_=17',
        'access_token=x',
        'x',
        'state.name=running',
        'callback=show',
        '_atx=5',
        'limits=1',
        '_t=17',
        '_ts=17',
        '_v=2',
        '',
      ]) {
        expect(await history.json(`${path}?${query}`)).toEqual(plain);
      }
    }
  });

  it('[V2-ADDR-12] [V2-ADDR-11] refuses feeds for the same mistakes', async () => {
    for (const path of ['view/instances?_expand', 'view/instances;_expnd', 'view/instances;_pp=maybe']) {
      const response = await history.fetch(path, { headers: { accept: 'text/event-stream' } });
      expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 400 })]);
    }
  });

  it.each([':(name n)', ':(name%20n)', ':(name;n)', ':(instances:(slot slot))'])(
    '[V2-FIELD-4] answers the selector %s with 400',
    async (selector) => {
      for (const path of ['web-v042', 'web-v042;_all']) {
        const { status, body } = await history.error(`group/autoScalingGroups/${path}${selector}`);
        expect([status, body]).toEqual([
          400,
          expect.objectContaining({ message: expect.stringContaining('invalid selector') as string }),
        ]);
      }
    },
  );

  it('[V2-FIELD-5] answers a regular expression on null with 400, also in lists', async () => {
    const onNull = ':(instances:(platform~/x/))';
    const paths = ['/web-v042', ';_expand', '/web-v042;_all', ';_expand;_pp', ';_expand;_callback=f'];
    for (const path of paths) {
      const { status, body } = await history.error(`group/autoScalingGroups${path}${onNull}`);
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          message: expect.stringContaining('"platform" of a document is null') as string,
        }),
      ]);
    }
    const guarded = ':(name,instances:(platform!=null,platform~/x/))';
    expect(await history.json(`group/autoScalingGroups/web-v042${guarded}`)).toEqual({
      name: 'web-v042',
      instances: [],
    });
  });

  it('[V2-ERR-2] answers 404 to a diff without revisions', async () => {
    expect((await history.error('view/instances/i-never;_all;_diff')).status).toBe(404);
  });

  it.each(['%zz', 'view/%zz', 'view/instances;%zz', 'view/instances:(%zz)', '..%2f', '%00', ';', ':()'])(
    '[V2-OPS-3] answers %s with 400 in JSON',
    async (path) => {
      const { status, body } = await history.error(path);
      expect([status, body]).toEqual([400, expect.objectContaining({ code: 400, name: 'BAD_REQUEST' })]);
    },
  );

  it('[V2-OPS-3] never answers 500', async () => {
    const word = fc.constantFrom(
      ...['view', 'cloud', 'instances', 'i-0db000001', 'state.name', 'tags', 'key', 'running', '0', '-1'],
      ...['1791439200000', '%2F', '%3A', '%00', '%F0%9F%9A%A2', '%22', 'null', '__proto__', 'e9999', '~/a/'],
    );
    const mark = fc.constantFrom('/', ';', '=', ':(', ')', ',', '.', '!=', ':', ';_', '?', '*', "'", '|');
    const modifier = fc.constantFrom(
      ...['_all', '_at', '_callback', '_diff', '_expand', '_limit', '_live', '_meta', '_pp', '_since'],
      ...['_until', '_updated'],
    );
    const tail = fc.array(fc.oneof(word, mark, modifier), { maxLength: 12 }).map((parts) => parts.join(''));
    const start = fc.constantFrom('', 'view/instances', 'view/instances;', 'view/instances/i-0db000001;');
    await fc.assert(
      fc.asyncProperty(start, tail, async (before, after) => {
        const { status, type } = await history.raw(before + after);
        expect([200, 400, 404, 410]).toContain(status);
        expect(type).toMatch(/^(application\/json|application\/javascript|text\/plain)/);
      }),
      { numRuns: 400 },
    );
  });

  it('[V2-MOD-20] [V2-OPS-3] answers modifiers in any order alike, with a documented status', async () => {
    const moment = fc.integer({ min: time('05T00:00'), max: time('10T00:00') }).map((at) => `=${at}`);
    const flag = fc.constantFrom('', '=1', '=0');
    const chosen = fc.record(
      {
        ...{ _all: flag, _expand: flag, _live: flag, _meta: flag, _pp: flag, _updated: flag },
        ...{ _at: moment, _since: moment, _until: moment },
        _limit: fc.constantFrom('=1', '=3', '=0', ''),
        _diff: fc.constantFrom('', '=0', '=3'),
        _callback: fc.constant('=show'),
        'state.name': fc.constantFrom('=running', '=stopped,terminated', ''),
      },
      { requiredKeys: [] },
    );
    const start = fc.constantFrom(
      ...['view/instances', 'view/instances/i-0db000001', 'view/instances/i-0bast0001'],
      ...['view/instances/i-0db000001,i-0web00001', 'group/autoScalingGroups/web-v042'],
      ...['group/autoScalingGroups', 'view/simpleQueues/orders'],
    );
    const selector = fc.constantFrom('', ':(instanceId,instances:(instanceId))', ':(data:(state))');
    await fc.assert(
      fc.asyncProperty(start, chosen, selector, async (path, modifiers, fields) => {
        const given = Object.entries(modifiers).map(([name, value]) => `;${name}${value}`);
        const answers = [given, [...given].reverse()].map(async (list) => {
          const response = await history.fetch(path + list.join('') + fields);
          return [response.status, response.headers.get('content-type'), await response.text()] as const;
        });
        const [one, other] = await Promise.all(answers);
        expect(other).toEqual(one);
        expect([200, 400, 404, 410]).toContain(one?.[0]);
      }),
      { numRuns: 150 },
    );
  });

  it('[V2-SVC-1] refuses other methods, and answers HEAD', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await history.fetch('view/instances', { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    const head = await history.fetch('view/instances/i-0db000001', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
  });

  it('[V2-OPS-1] gives every response a request id', async () => {
    for (const path of ['view/instances', 'view/instances/i-never', 'nope/nope', '%zz']) {
      expect((await history.fetch(path)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('[V2-VER-1] serves no address above the collections', async () => {
    expect((await fetch(`${history.service.url}/api/v2/`)).status).toBe(404);
    expect((await fetch(`${history.service.url}/api/v2`)).status).toBe(404);
  });

  describe('a conditional request', () => {
    it.each([
      ['a document', 'view/instances/i-0db000001'],
      ['a list', 'view/instances;_expand'],
      ['ids', 'cloud/addresses'],
      ['the past', 'view/instances/i-0db000001;_all'],
      ['a trimmed document', 'view/instances/i-0db000001;_pp:(tags)'],
    ])('[V2-OPS-5] is answered with 304: %s', async (_what, path) => {
      const first = await history.fetch(path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^(W\/)?"[\w-]+"$/);
      const again = await history.fetch(path, { headers: { 'if-none-match': tag } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
      const other = await history.fetch(path, { headers: { 'if-none-match': '"other"' } });
      expect([other.status, await other.text()]).toEqual([200, await first.text()]);
    });
  });
});
