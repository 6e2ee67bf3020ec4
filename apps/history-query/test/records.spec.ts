import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { TEST_INTERNAL_TOKEN, TEST_SERVERS, eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { RecordsService } from '../src/records/records.service';
import { runRecords } from '../src/records/run-records';
import { historyQuery } from '../src/service-definition';
import { HistoryClient, RECORDED_CLOUD } from './support/history-client';

interface Meta {
  stime: number;
  ltime: number | null;
  data: { v: number };
}

const record = (fields: object): string =>
  JSON.stringify({
    ...{ collection: 'cloud/addresses', id: 'a', ctime: 1, ftime: 1, stime: 1000, ltime: null, mtime: 1000 },
    ...{ tags: {}, data: { v: 1 } },
    ...fields,
  });

describe('records', () => {
  let folder: string;
  let target: HistoryClient;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'records-'));
    // The next refresh is a minute away: earlier changes follow the signal of the import.
    target = await HistoryClient.start();
    await eventually('memory is filled', async () => {
      const { collections } = (await target.json('status')) as { collections: object[] };
      return collections.length > 0 && (await fetch(`${target.service.url}/health/ready`)).status === 200;
    });
  });
  afterEach(async () => {
    await target.service.stop();
    await rm(folder, { recursive: true });
  });

  const run = async (
    client: HistoryClient,
    ...args: string[]
  ): Promise<{ code: number; out: string; err: string }> => {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const [outText, errText] = [text(out), text(err)];
    const env = {
      DATABASE_URL: client.service.database.url,
      QUEUE_PREFIX: client.service.queuePrefix,
      REDIS_URL: TEST_SERVERS.redis,
      INTERNAL_TOKEN: 'token-of-the-records',
    };
    const code = await runRecords(historyQuery, args, env, { out, err });
    out.end();
    err.end();
    return { code, out: await outText, err: await errText };
  };

  const load = async (...lines: string[]): Promise<{ code: number; out: string; err: string }> => {
    const file = join(folder, 'records.ndjson');
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    return run(target, 'import', file);
  };

  it('[V2-AREA-13] of groups carry ends, whatever their origin', async () => {
    const data = { name: 'g', instances: [{ instanceId: 'i-1', slot: 0 }] };
    const group = { collection: 'group/autoScalingGroups', id: 'g' };
    await load(
      record({ ...group, data, ltime: 2000 }),
      record({ ...group, data: { ...data, end: 7 }, stime: 2000 }),
    );
    const path = 'group/autoScalingGroups/g';
    await eventually('the group is served', async () => (await target.fetch(path)).status === 200);
    const ended = (end: number | null): object => ({
      ...{ name: 'g', end },
      instances: [{ instanceId: 'i-1', slot: 0, end }],
    });
    expect(await target.json(path)).toEqual(ended(null));
    expect(await target.json(`${path};_all`)).toEqual([ended(null), ended(2000)]);
    expect(await target.json(`${path};_at=1500`)).toEqual(ended(2000));
  });

  const served = (id: string): Promise<unknown> =>
    eventually(`${id} is served`, async () => (await target.ids('cloud/addresses')).includes(id));

  it('[V2-REC-1] [V2-REC-2] transfer a whole history to another installation, which serves it at once', async () => {
    const source = await HistoryClient.start({
      env: { RECORDED_CLOUD_DIR: RECORDED_CLOUD, CRAWL_INTERVAL_MS: '500' },
    });
    const file = join(folder, 'all.ndjson');
    const copy = join(folder, 'copy.ndjson');
    const asked = ['group/autoScalingGroups;_all;_meta', 'view/instances;_since=0;_meta', 'aws/addresses'];
    const answers: unknown[] = [];
    try {
      await source.crawled(
        'group/autoScalingGroups',
        'view/instances',
        'view/simpleQueues',
        'cloud/addresses',
      );
      expect(await run(source, 'export', '--to', file)).toMatchObject({ code: 0, err: '' });
      for (const path of asked) answers.push(await source.json(path));
    } finally {
      await source.service.stop();
    }
    expect((await run(target, 'import', file)).out).toMatch(
      /^imported \d+ records in [\d.]+ s: \d+ new, 0 upd/,
    );
    await served('203.0.113.10');
    for (const [index, path] of asked.entries()) {
      await eventually(path, async () => {
        expect(await target.json(path)).toEqual(answers[index]);
        return true;
      });
    }
    expect(await target.status('view/instances')).toMatchObject({ documents: 8, served: 8 });

    expect((await run(target, 'import', file)).out).toMatch(/: 0 new, 0 updated, \d+ known before\n$/);
    await run(target, 'export', '--to', copy);
    expect(await readFile(copy, 'utf8')).toBe(await readFile(file, 'utf8'));
    expect((await run(target, 'export', 'aws/addresses')).out.split('\n')).toHaveLength(5);
  });

  it('[V2-REC-3] are all refused when one is invalid, with its line number', async () => {
    const { code, err } = await load(record({}), '', record({ id: 'b', ltime: 1 }), '{"collection"');
    expect([code, err]).toEqual([
      1,
      'line 3: ltime: must not be before stime\nline 4: the line is not valid JSON\n',
    ]);
    expect(await target.ids('cloud/addresses;_live')).toEqual([]);
  });

  it('[V2-REC-4] leave one current revision, in any order of import', async () => {
    await load(record({ stime: 3000, mtime: 3000, data: { v: 3 } }), record({}));
    await served('a');
    await load(record({ stime: 2000, mtime: 2000, data: { v: 2 } }), record({ id: 'b' }));
    await served('b');
    const revisions = (await target.json('cloud/addresses/a;_all;_meta')) as Meta[];
    expect(revisions.map(({ stime, ltime, data }) => [stime, ltime, data.v])).toEqual([
      [3000, null, 3],
      [2000, 3000, 2],
      [1000, 3000, 1],
    ]);
    expect(await target.json('cloud/addresses/a')).toEqual({ v: 3 });
    expect((await target.ids('cloud/addresses')).sort()).toEqual(['a', 'b']);
  });

  it('[V2-REC-4] do not undo later changes', async () => {
    await load(record({ ltime: 5000, mtime: 5000 }));
    const { out } = await load(record({}));
    expect(out).toContain('0 new, 0 updated, 1 known before');
    expect((await target.fetch('cloud/addresses/a')).status).toBe(410);
  });

  it('[V2-REC-1] can be imported again after an interruption', async () => {
    const file = join(folder, 'many.ndjson');
    const ids = Array.from({ length: 6000 }, (_, index) => `id-${String(index).padStart(5, '0')}`);
    const lines = ids.map((id) => `${record({ id, data: { v: 1, text: 'x'.repeat(200) } })}\n`);
    await writeFile(file, lines.join(''));
    const { database, queuePrefix, app } = target.service;
    const broken = expect(app.get(RecordsService).import(file)).rejects.toThrow();
    await eventually('some are loaded', async () => (await target.ids('cloud/addresses;_live')).length > 0);
    await app.get(DataSource).destroy();
    await broken;
    await target.service.close();
    target = await HistoryClient.start({ database, queuePrefix });
    expect((await target.ids('cloud/addresses')).length).toBeLessThan(ids.length);
    const { out } = await run(target, 'import', file);
    expect(out).toMatch(/^imported 6000 records in .*: [1-5]\d+ new, 0 updated, [1-5]\d+ known before/);
    await served('id-05999');
    expect((await target.ids('cloud/addresses')).sort()).toEqual(ids);
  });

  it('do not wait for an unreachable database', async () => {
    const env = {
      DATABASE_URL: new URL('/no_such_database', target.service.database.url).href,
      REDIS_URL: TEST_SERVERS.redis,
      INTERNAL_TOKEN: TEST_INTERNAL_TOKEN,
    };
    const output = { out: new PassThrough(), err: new PassThrough() };
    await expect(runRecords(historyQuery, ['export'], env, output)).rejects.toThrow(/no_such_database/);
  });

  it('prints the usage of the records command', async () => {
    expect(await run(target, 'restore')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^usage: import/) as string,
    });
    expect((await run(target, 'export', 'view/nope')).err).toBe('no collection view/nope\n');
    expect((await run(target, 'import', join(folder, 'nope'))).err).toContain('ENOENT');
  });
});
