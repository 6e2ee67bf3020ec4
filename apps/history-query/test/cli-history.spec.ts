import { runCli, type CliResult } from '@portolan/cli/testing';
import { CrawledCollection } from './support/crawled-collection';
import type { HistoryClient } from './support/history-client';
import { historyCli, historyStdout, startWithInstances } from './support/history-cli';

describe('the command portolan, with history', () => {
  let history: HistoryClient;

  beforeAll(async () => {
    ({ history } = await startWithInstances());
  });
  afterAll(() => history.service.stop());

  const cli = (...words: string[]): Promise<CliResult> => historyCli(history, ...words);
  const stdout = (...words: string[]): Promise<string> => historyStdout(history, ...words);

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
});
