import { runCli, type CliResult } from '@portolan/cli/testing';
import { eventually } from '@portolan/service/testing';
import { CrawledCollection } from './support/crawled-collection';
import { HistoryClient } from './support/history-client';

jest.setTimeout(60_000);

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
    expect((await cli('get', 'view/instances/nobody')).code).toBe(3);
    expect((await cli('get', 'view/instances')).code).toBe(2);
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
  });

  it('[CLI-HIST-3] compares revisions as a diff, or as a JSON Patch', async () => {
    const diff = await stdout('diff', 'view/instances/web', '--lines', '0');
    expect(diff).toMatch(/^---.*\n\+\+\+.*\n@@.*\n-.*113\.10"(.|\n)*\n-.*small.*\n\+.*large/);
    const patch = JSON.parse(await stdout('diff', 'view/instances/web', '-o', 'json')) as unknown[];
    expect(patch).toContainEqual({ op: 'replace', path: '/type', value: 'large' });
  });

  it('[CLI-HIST-4] tells who had an address and when, over several revisions', async () => {
    const holders = JSON.parse(await stdout('who-had', '203.0.113.10', '-o', 'json')) as object[];
    expect(holders).toEqual([
      { id: 'db', field: 'publicIpAddress', stime: 3000, ltime: null },
      { id: 'web', field: 'publicIpAddress', stime: 1000, ltime: 3000 },
    ]);
    const then = await stdout('who-had', '203.0.113.10', '--at', '1970-01-01T00:00:01.500Z');
    expect(then).toContain('web');
    expect(then).not.toContain('db');
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

  it('[CLI-HIST-6] exports documents with their times as NDJSON', async () => {
    const lines = (await stdout('export', 'view/instances', '--at', '1970-01-01T00:00:02.500Z'))
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ id: 'web', stime: 2000 }),
    ]);
  });
});
