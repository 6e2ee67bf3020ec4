import { EventEmitter } from 'node:events';
import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, type CliResult } from '@portolan/cli/testing';
import { TcpProxy, eventually } from '@portolan/service/testing';
import { CrawledCollection } from './support/crawled-collection';
import { HistoryClient } from './support/history-client';
import { historyCli, historyStdout, startWithInstances } from './support/history-cli';

describe('the command portolan, with history that changes', () => {
  let history: HistoryClient;
  let instances: CrawledCollection;

  beforeAll(async () => {
    ({ history, instances } = await startWithInstances());
  });
  afterAll(() => history.service.stop());

  const cli = (...words: string[]): Promise<CliResult> => historyCli(history, ...words);
  const stdout = (...words: string[]): Promise<string> => historyStdout(history, ...words);

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
