import { EventEmitter } from 'node:events';
import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, type CliResult } from '@portolan/cli/testing';
import { TcpProxy, eventually } from '@portolan/service/testing';
import { CrawledCollection } from './support/crawled-collection';
import { HistoryClient } from './support/history-client';

describe('the command portolan, with history', () => {
  let history: HistoryClient;
  let instances: CrawledCollection;

  beforeAll(async () => {
    history = await HistoryClient.start({ env: { REFRESH_INTERVAL_MS: '200' } });
    instances = new CrawledCollection(history, 'view/instances');
    const web = (type: string, address: string) => ({
      web: { type, publicIpAddress: address, state: { name: 'running' } },
    });
    await instances.crawl({ ...web('small', '203.0.113.10') }, 1000);
    await instances.crawl({ ...web('large', '203.0.113.10') }, 2000);
    await instances.crawl(
      { ...web('large', '203.0.113.11'), db: { type: 'huge', publicIpAddress: '203.0.113.10' } },
      3000,
    );
  });
  afterAll(() => history.service.stop());

  const cli = (...words: string[]): Promise<CliResult> =>
    runCli(['history', ...words], { env: { PORTOLAN_HISTORY_URL: history.service.url } });
  const stdout = async (...words: string[]): Promise<string> => {
    const { code, stdout: printed, stderr } = await cli(...words);
    expect([code, stderr]).toEqual([0, '']);
    return printed;
  };

  it('[CLI-HIST-1] shows documents now and at another time, and their revisions', async () => {
    expect(await stdout('get', 'view/instances/web')).toContain('type: large\n');
    expect(await stdout('get', 'view/instances/web', '--at', '1970-01-01T00:00:01.500Z')).toContain(
      'type: small\n',
    );
    const all = JSON.parse(await stdout('get', 'view/instances/web', '--all', '-o', 'json')) as {
      stime: number;
    }[];
    expect(all.map(({ stime }) => stime)).toEqual([3000, 2000, 1000]);
    const revisions = await stdout('get', 'view/instances/web', '--all');
    expect(revisions).toContain('stime: 1970-01-01T00:00:02.000Z\n');
    expect((await cli('get', 'view/instances/nobody')).code).toBe(3);
    expect((await cli('get', 'view/instances')).code).toBe(2);
  });

  it('[CLI-EXIT-3] reports an unreachable history service like any other service', async () => {
    const { code, stderr } = await cli('get', 'view/instances/web', '--history', 'http://127.0.0.1:9');
    expect(code).toBe(4);
    expect(stderr).toMatch(
      /^portolan: cannot reach http:\/\/127.0.0.1:9: nothing listens there.*\n {2}GET .*\n$/,
    );
  });

  it('[CLI-HIST-2] lists ids, or documents with the fields and conditions asked for', async () => {
    expect(await stdout('list', 'view/instances')).toBe('ID\ndb\nweb\n');
    const table = await stdout(
      'list',
      'view/instances',
      '--where',
      'type=large',
      '--fields',
      'type,state:(name)',
    );
    expect(table).toBe('type   state\nlarge  {"name":"running"}\n');
    const data = await stdout('list', 'view/instances', '--expand', '-o', 'ndjson', '--where', 'state');
    expect(data.trim().split('\n')).toHaveLength(1);
    expect(await stdout('list')).toContain('view/instances');
    const dotted = await cli('list', 'view/instances', '--fields', 'type,state.name.x');
    expect(dotted).toMatchObject({
      code: 0,
      stderr: 'no document has the field state.name.x; a field of a field is state:(name:(x))\n',
    });
  });

  it('[CLI-HIST-2] refuses the address of one document, and options of documents without an address', async () => {
    expect(await cli('list', 'view/instances/web')).toMatchObject({
      code: 2,
      stderr:
        'portolan: view/instances/web names one document\n  try portolan history get view/instances/web\n',
    });
    for (const options of [
      ['--limit=1'],
      ['--where=type'],
      ['--fields=type'],
      ['--at=now'],
      ['--expand'],
      ['--since=-1h', '--updated'],
    ]) {
      const name = options[0]?.split('=')[0];
      const { code, stderr } = await cli('list', ...options);
      expect([code, stderr.split('\n')[0]]).toEqual([2, `portolan: ${name} needs an address`]);
    }
  });

  it('[CLI-OUT-2] prints documents again with --watch, with a column for each new field', async () => {
    const balancers = new CrawledCollection(history, 'view/loadBalancerInstances');
    await balancers.crawl({ first: { name: 'first' } }, 1000);
    const signals = new EventEmitter();
    let seen = '';
    const watching = runCli(
      ['history', 'list', 'view/loadBalancerInstances', '--fields', 'name,delay,x.y', '--watch', '0.1'],
      {
        env: { PORTOLAN_HISTORY_URL: history.service.url },
        signals,
        onStdout: (text) => (seen += text),
      },
    );
    await eventually('the documents are listed', () => seen.includes('name\nfirst\n'));
    await balancers.crawl({ first: { name: 'first', delay: 3 } }, 2000);
    await eventually('the change is listed', () => seen.includes('\n\nname   delay\nfirst  3\n'));
    signals.emit('SIGINT');
    expect(await watching).toMatchObject({
      code: 130,
      stderr: 'no document has the field delay\nno document has the field x.y; a field of a field is x:(y)\n',
    });
  });

  it('[CLI-HIST-2] names the chosen fields that no document has', async () => {
    const note = 'no document has the field nope\n';
    for (const words of [
      ['list', 'view/instances'],
      ['get', 'view/instances/web'],
      ['get', 'view/instances/web', '--all'],
      ['export', 'view/instances'],
    ])
      expect(await cli(...words, '--fields', 'nope,type')).toMatchObject({ code: 0, stderr: note });
    expect(await cli('list', 'view/instances', '--fields', 'nope')).toEqual({
      code: 0,
      stdout: 'nothing found\n',
      stderr: note,
    });
    expect((await cli('list', 'view/instances', '--fields', ':(type~/x/)')).stderr).toBe('');
  });

  it('[CLI-HIST-3] names the missing id, and how it is given', async () => {
    for (const address of ['view/instances', 'view/instances/'])
      expect(await cli('diff', address)).toEqual({
        code: 2,
        stdout: '',
        stderr:
          `portolan: ${address} names no document: the id is missing\n` +
          '  for example: portolan history diff view/instances/ID; `portolan history list view/instances` lists the ids\n',
      });
    expect((await cli('diff')).stderr).toMatch(
      /^portolan: missing required argument 'address': area\/collection\/id, such as view\/instances\/i-0db000001\n/,
    );
  });

  it('[CLI-COMPLETE-1] completes collections, and then ids of documents', async () => {
    const words = async (...line: string[]): Promise<string[]> => {
      const env = { PORTOLAN_HISTORY_URL: history.service.url, PORTOLAN_COMPLETE_MS: '30000' };
      const { stdout: printed } = await runCli(['__complete', '--', 'history', ...line], { env });
      return printed.split('\n').map((one) => one.split('\t')[0] ?? '');
    };
    expect(await words('get', 'view/instances')).toEqual(['view/instances/', '']);
    expect(await words('diff', 'view/instances/')).toEqual(['view/instances/db', 'view/instances/web', '']);
    expect(await words('watch', 'view/instances/w')).toEqual(['view/instances/web', '']);
    expect(await words('list', 'view/instances')).toEqual(['view/instances', '']);
  });

  it('[CLI-HIST-3] compares revisions as a diff, or as a JSON Patch', async () => {
    const diff = await stdout('diff', 'view/instances/web', '--lines', '0');
    expect(diff).toMatch(/^---.*\n\+\+\+.*\n@@.*\n-.*113\.10"(.|\n)*\n-.*small.*\n\+.*large/);
    const patch = JSON.parse(await stdout('diff', 'view/instances/web', '-o', 'json')) as unknown[];
    expect(patch).toContainEqual({ op: 'replace', path: '/type', value: 'large' });
  });

  it('[CLI-HIST-4] shows who had an address and when, over several revisions', async () => {
    const holders = JSON.parse(await stdout('who-had', '203.0.113.10', '-o', 'json')) as object[];
    expect(holders).toEqual([
      { id: 'db', field: 'publicIpAddress', stime: 3000, ltime: null },
      { id: 'web', field: 'publicIpAddress', stime: 1000, ltime: 3000 },
    ]);
    const then = await stdout('who-had', '203.0.113.10', '--at', '1970-01-01T00:00:01.500Z');
    expect(then).toContain('web');
    expect(then).not.toContain('db');
    const wrong = await cli('who-had', '203.0.113.1000');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('is not an IP address')]);
  });

  it('[CLI-HIST-10] shows who changed a document, or the documents of a collection', async () => {
    const event = {
      eventSource: 'ec2.amazonaws.com',
      eventName: 'ModifyInstanceAttribute',
      username: 'operations',
    };
    const trail = new CrawledCollection(history, 'cloud/trailEvents');
    await trail.crawl({ e1: { ...event, resources: [{ resourceName: 'web' }] } }, 1500);
    const lines = (await stdout('who-changed', 'view/instances')).trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['TIME', 'ID', 'KIND', 'WHO'],
      ['1970-01-01T00:00:03.000Z', 'db', 'added', 'unknown'],
      // Its interval is within the tolerance.
      ['1970-01-01T00:00:03.000Z', 'web', 'changed', 'operations ModifyInstanceAttribute'],
      ['1970-01-01T00:00:02.000Z', 'web', 'changed', 'operations ModifyInstanceAttribute'],
      ['1970-01-01T00:00:01.000Z', 'web', 'added', 'unknown'],
    ]);
    const range = ['--since', '1970-01-01T00:00:01.500Z', '--until', '1970-01-01T00:00:02.500Z'];
    const changes: unknown = JSON.parse(
      await stdout('who-changed', 'view/instances/web', ...range, '-o', 'json'),
    );
    expect(changes).toEqual([
      { id: 'web', kind: 'changed', time: 2000, who: [expect.objectContaining({ username: 'operations' })] },
    ]);
    const groups = new CrawledCollection(history, 'cloud/securityGroups');
    for (const [time, documents] of [
      [1000, { one: { rules: 1 }, two: { rules: 1 } }],
      [2000, { one: { rules: 1 }, two: { rules: 2 } }],
      [3000, { two: { rules: 2 } }],
    ] as const)
      await groups.crawl(documents, time);
    const newest: unknown = JSON.parse(
      await stdout('who-changed', 'cloud/securityGroups', '--limit', '1', '-o', 'json'),
    );
    expect(newest).toEqual([{ id: 'one', kind: 'removed', time: 3000, who: null }]);
    const refused = await cli('who-changed', 'svc/clusters');
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('no trail of events')]);
  });

  it('[CLI-HIST-5] watches a collection, from a position on', async () => {
    const lines = (await stdout('watch', 'view/instances', '--after', '0', '--limit', '3'))
      .trim()
      .split('\n');
    expect(lines[0]).toMatch(/^1970-01-01T00:00:01Z {2}added {2}web$/);
    expect(lines[1]).toContain('changed  web  /type="large"');
    let seen = '';
    const env = { PORTOLAN_HISTORY_URL: history.service.url };
    const words = ['history', 'watch', 'view/instances', '--limit', '1', '-o', 'ndjson'];
    const watching = runCli(words, { env, onStdout: (text) => (seen += text) });
    await eventually('a change is seen', async () => {
      if (seen !== '') return true;
      await instances.crawl({ web: { type: `t${Date.now()}` } }, Date.now());
      return false;
    });
    expect((await watching).code).toBe(0);
    expect(JSON.parse(seen)).toMatchObject({ kind: expect.any(String) as unknown });
  });

  it('[CLI-HIST-9] keeps watching through an outage: each change is printed once, also those made during the outage', async () => {
    const { database, queuePrefix } = history.service;
    const replica = (env: Record<string, string> = {}) =>
      HistoryClient.start({ env: { FEED_POLL_MS: '25', ...env }, database, queuePrefix });
    let watched = await replica();
    const { hostname, port } = new URL(watched.service.url);
    const proxy = await TcpProxy.start(hostname, Number(port));
    const queues = new CrawledCollection(history, 'view/simpleQueues');
    let [seen, notes, value] = ['', '', 0];
    const write = async (through = queues): Promise<void> => {
      value += 1;
      await through.crawl({ queue: { value } }, 1000 * value);
    };
    const values = (): number[] =>
      [...seen.matchAll(/"value":(\d+)|"path":"\/value","value":(\d+)/g)].map(([, added, changed]) =>
        Number(added ?? changed),
      );
    const signals = new EventEmitter();
    const watching = runCli(['history', 'watch', 'view/simpleQueues', '-o', 'ndjson'], {
      env: { PORTOLAN_HISTORY_URL: `http://127.0.0.1:${proxy.port}` },
      signals,
      onStdout: (text) => (seen += text),
      onStderr: (text) => (notes += text),
    });
    try {
      const isFollowed = async () =>
        /^history_feed_clients 1$/m.test(await (await fetch(`${watched.service.url}/metrics`)).text());
      await eventually('the feed is open', isFollowed);
      // Lost before the first change: the place of the beginning must be known.
      proxy.cut();
      await eventually('the loss is told', () => notes.includes('connection lost'));
      await write();
      proxy.restore();
      await eventually('a change of the first outage', () => values().length === 1);

      for (let outage = 0; outage < 3; outage += 1) {
        const told = notes.length;
        const writing = (async () => {
          for (let count = 0; count < 10; count += 1) await write();
        })();
        proxy.cut();
        await watched.service.close();
        await eventually('the loss is told', () => notes.includes('connection lost', told));
        await writing;
        watched = await replica({ PORT: port });
        proxy.restore();
        await eventually('it is connected again', () => notes.includes('connected again', told));
        await write(new CrawledCollection(watched, 'view/simpleQueues'));
        await eventually('the last change is printed', () => values().includes(value));
      }
      signals.emit('SIGINT');
      expect((await watching).code).toBe(130);
      expect(values()).toEqual(Array.from({ length: value }, (_one, index) => index + 1));
      expect(notes.split('connected again; nothing is missing')).toHaveLength(5);
    } finally {
      signals.emit('SIGINT');
      await watching;
      await proxy.stop();
      await watched.service.close();
    }
  });

  it('[CLI-HIST-6] exports documents with their times as NDJSON', async () => {
    const lines = (await stdout('export', 'view/instances', '--at', '1970-01-01T00:00:02.500Z'))
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ id: 'web', stime: 2000 }),
    ]);
    const [chosen] = (
      await stdout(
        'export',
        'view/instances',
        '--where',
        'type=huge',
        '--fields',
        'type',
        '--at',
        '1970-01-01T00:00:03.500Z',
      )
    )
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(chosen).toMatchObject({ id: 'db', stime: 3000, data: { type: 'huge' } });
    expect(await cli('export', 'view/instances', '-o', 'yaml')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'portolan: -o yaml: history export cannot print it\n  outputs: ndjson\n',
    });
  });

  describe('history sql', () => {
    const rows = async (sql: string, cache: string): Promise<unknown[]> => {
      const {
        code,
        stdout: printed,
        stderr,
      } = await runCli(['history', 'sql', sql, '-o', 'json'], {
        env: { PORTOLAN_HISTORY_URL: history.service.url, XDG_CACHE_HOME: cache },
      });
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(printed) as unknown[];
    };
    const emptyCache = () => mkdtemp(join(tmpdir(), 'portolan-sql-'));

    it('[CLI-HIST-7] asks collections as tables, now and with all revisions', async () => {
      const cache = await emptyCache();
      const volumes = new CrawledCollection(history, 'cloud/volumes');
      const web = (type: string) => ({ type, state: { name: 'running' }, tags: [{ key: 'a', value: 'b' }] });
      await volumes.crawl({ web: web('small') }, 1000);
      await volumes.crawl({ web: web('large'), db: { type: 'huge', size: 9 } }, 2000);
      const now = 'select type, state.name as state, size, tags, _stime from cloud.volumes order by type';
      await eventually('both documents', async () => (await rows(now, cache)).length === 2);
      expect(await rows(now, cache)).toEqual([
        { type: 'huge', state: null, size: 9, tags: null, _stime: '1970-01-01T00:00:02.000Z' },
        {
          ...{ type: 'large', state: 'running', size: null, _stime: '1970-01-01T00:00:02.000Z' },
          tags: [{ key: 'a', value: 'b' }],
        },
      ]);
      const all = 'select type, _ltime is null as open from cloud.volumes_all order by type';
      expect(await rows(all, cache)).toEqual([
        { type: 'huge', open: true },
        { type: 'large', open: true },
        { type: 'small', open: false },
      ]);
      expect(await rows('select count(*) as n from cloud.images', cache)).toEqual([{ n: 0 }]);
      expect(await stdout('sql', 'select 1 as one')).toBe('one\n1\n');
      const nowhere = await cli('sql', 'select * from cloud.volume');
      expect([nowhere.code, nowhere.stderr]).toEqual([
        2,
        'portolan: no collection is the table cloud.volume\n  did you mean cloud.volumes?\n',
      ]);
      const wrong = await cli('sql', 'select nothing from cloud.volumes');
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"nothing" not found')]);
    });

    it('[CLI-HIST-8] keeps an export until the collection changes', async () => {
      const cache = await emptyCache();
      const groups = new CrawledCollection(history, 'cloud/addresses');
      await groups.crawl({ one: { name: 'one' } }, 1000);
      const names = () => rows('select name from cloud.addresses order by name', cache);
      await eventually('the first document', async () => (await names()).length === 1);
      const changed = async () => {
        const [folder = ''] = await readdir(join(cache, 'portolan', 'history-sql'));
        const files = await readdir(join(cache, 'portolan', 'history-sql', folder));
        expect(files.sort()).toEqual(['cloud.addresses.parquet', 'cloud.addresses.parquet.etag']);
        const kept = join(cache, 'portolan', 'history-sql', folder, 'cloud.addresses.parquet');
        return (await stat(kept)).mtimeMs;
      };
      const first = await changed();
      expect(await names()).toEqual([{ name: 'one' }]);
      expect(await changed()).toBe(first);
      await groups.crawl({ one: { name: 'one' }, two: { name: 'two' } }, 2000);
      await eventually('the second document', async () => (await names()).length === 2);
      expect(await changed()).not.toBe(first);
    });
  });
});
