import { eventually } from '@portolan/service/testing';
import { applyPatch, type Operation } from 'fast-json-patch';
import type { HistoryClient } from './support/history-client';
import { recordedCloud, time } from './support/recorded-cloud';

interface Meta {
  _id: string;
  id: string;
  ctime: number;
  ftime: number;
  stime: number;
  ltime: number | null;
  mtime: number;
  tags: object;
  data: Record<string, unknown>;
}

describe('the past of a recorded cloud', () => {
  let history: HistoryClient;

  beforeAll(async () => {
    history = await recordedCloud();
  });
  afterAll(() => history.service.stop());

  it('[V2-MOD-2] [V2-SVC-3] returns a document as of a moment', async () => {
    const at = (moment: number) =>
      history.json(`view/instances/i-0db000001;_at=${moment}:(instanceType,state:(name))`);
    expect(await at(time('07T00:00'))).toEqual({ instanceType: 'r6i.2xlarge', state: { name: 'running' } });
    expect(await at(time('08T05:00'))).toEqual({ instanceType: 'r6i.2xlarge', state: { name: 'stopped' } });
    expect(await at(time('08T06:00'))).toEqual({ instanceType: 'r6i.4xlarge', state: { name: 'running' } });
  });

  it('[V2-MOD-2] finds the last copy of a deleted document, and lists the past', async () => {
    expect(
      await history.json(`view/instances/i-0bast0001;_at=${time('06T00:00')}:(publicIpAddress)`),
    ).toEqual({ publicIpAddress: '203.0.113.10' });
    expect((await history.ids(`view/instances;_at=${time('05T06:00')}`)).sort()).toEqual([
      'i-0bast0001',
      'i-0db000001',
      'i-0test0001',
      'i-0web00001',
      'i-0web00002',
      'i-0web00003',
      'i-0wrk00001',
      'i-0wrk00002',
    ]);
  });

  it('[V2-MOD-2] lists each document once at the moment of a change, as the newer one', async () => {
    const documents = (await history.json(
      `view/instances;_at=${time('08T06:00')};instanceId=i-0db000001;_expand:(instanceType)`,
    )) as object[];
    expect(documents).toEqual([{ instanceType: 'r6i.4xlarge' }]);
  });

  it('[V2-MOD-2] selects by the newer document at the moment of a change', async () => {
    const selected = (type: string) =>
      history.ids(`view/instances;_at=${time('08T06:00')};instanceId=i-0db000001;instanceType=${type}`);
    expect(await selected('r6i.4xlarge')).toEqual(['i-0db000001']);
    expect(await selected('r6i.2xlarge')).toEqual([]);
    const single = `view/instances/i-0db000001;_at=${time('08T06:00')};instanceType=r6i.2xlarge`;
    expect((await history.fetch(single)).status).toBe(404);
  });

  it('[V2-MOD-11] [V2-OPS-5] [V2-FEED-4] judges an age in _until anew with each request', async () => {
    const [newest] = (await history.json('view/instances;_meta;_limit=1')) as Meta[];
    // The first request has at least 10 s before the range reaches the newest document.
    const seconds = Math.ceil((Date.now() - newest!.stime) / 1000) + 10;
    const address = `view/instances;_until=-${seconds}s`;
    const first = await history.fetch(address);
    expect(await first.json()).not.toContain(newest!.id);
    expect(first.headers.get('last-event-id')).toBeNull();
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    await eventually('the document that the list had left out', async () => {
      const again = await history.fetch(address, { headers });
      return again.status === 200 && ((await again.json()) as string[]).includes(newest!.id);
    });
  });

  const metadata = async () => (await history.json('view/instances/i-0db000001;_all;_meta')) as Meta[];

  it('[V2-MOD-1] returns every revision', async () => {
    const documents = (await history.json('view/instances/i-0db000001;_all')) as { instanceType: string }[];
    expect(documents.map(({ instanceType }) => instanceType)).toEqual([
      'r6i.4xlarge',
      ...Array<string>(3).fill('r6i.2xlarge'),
    ]);
  });

  it('[V2-META-1] [V2-META-2] [V2-META-7] gives the times of each revision, in ms', async () => {
    const all = await metadata();
    const times = all.map(({ stime, ltime }) => [stime, ltime]);
    expect(times).toEqual([
      [time('08T06:00'), null],
      [time('08T04:30'), time('08T06:00')],
      [time('05T12:00'), time('08T04:30')],
      [time('05T06:00'), time('05T12:00')],
    ]);
  });

  it('[V2-MOD-8] [V2-META-4] [V2-META-5] returns the metadata record with its document', async () => {
    const [, before] = await metadata();
    expect(before).toMatchObject({
      id: 'i-0db000001',
      ctime: Date.parse('2026-06-11T13:05:00Z'),
      ftime: time('05T06:00'),
      tags: {},
      data: { instanceId: 'i-0db000001' },
    });
  });

  it('[V2-META-6] names a revision by its id and start', async () => {
    const [, before] = await metadata();
    expect(before).toMatchObject({ _id: `i-0db000001|${time('08T04:30')}` });
  });

  it('[V2-META-3] has the time of the last change of the metadata', async () => {
    const [newest, before] = await metadata();
    expect(newest?.mtime).toBe(newest?.stime);
    expect(before?.mtime).toBe(time('08T06:00'));
  });

  it('[V2-MOD-4] returns a unified diff whose headers are addresses', async () => {
    const response = await history.fetch('view/simpleQueues/orders;_all;_diff=0');
    expect(response.headers.get('content-type')).toBe('text/plain');
    const [older, newer] = [time('05T06:00'), time('09T18:00')];
    const diff = await response.text();
    expect(diff).toBe(
      [
        `--- /api/v2/view/simpleQueues/orders;_pp;_at=${older}`,
        `+++ /api/v2/view/simpleQueues/orders;_pp;_at=${newer}`,
        '@@ -8,1 +8,1 @@',
        '-    "LastModifiedTimestamp" : "1748860200",',
        '+    "LastModifiedTimestamp" : "1791564000",',
        '@@ -10,1 +10,1 @@',
        '-    "MessageRetentionPeriod" : "345600",',
        '+    "MessageRetentionPeriod" : "1209600",',
        '',
      ].join('\n'),
    );
    const address = (diff.split('\n')[0] ?? '').replace('--- /api/v2/', '');
    expect((await history.fetch(address)).status).toBe(200);
  });

  it('[V2-MOD-4] shows the full document without a number, and each pair, the newest first', async () => {
    const text = await (await history.fetch('view/instances/i-0db000001;_all;_diff')).text();
    const headers = text.split('\n').filter((line) => line.startsWith('+++ '));
    expect(headers.map((line) => Number(line.split('=').at(-1)))).toEqual([
      time('08T06:00'),
      time('08T04:30'),
      time('05T12:00'),
    ]);
    expect(text).toContain('\n {\n');
    expect(text).toContain(' "vpcId" : "vpc-0f00d"\n }\n');
  });

  it('[V2-MOD-14] lists all documents of all time, each once', async () => {
    const ids = await history.ids('view/instances;_since=0');
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(12);
  });

  it('[V2-MOD-15] applies the limit to the documents of a range', async () => {
    const ids = await history.ids('view/instances;_since=0');
    expect(await history.ids('view/instances;_since=0;_limit=3')).toEqual(ids.slice(0, 3));
  });

  it('[V2-MOD-10] lists documents that were valid in a range, modified or not', async () => {
    const after = await history.ids(`view/instances;_since=${time('09T00:00')}`);
    expect(after).not.toContain('i-0bast0001');
    expect(after).toContain('i-0web00001');
  });

  it('[V2-MOD-10] returns the most recent revision of the range', async () => {
    const [document] = (await history.json(
      `view/instances;_since=${time('05T00:00')};_until=${time('07T00:00')};instanceId=i-0db000001;_expand`,
    )) as Record<string, unknown>[];
    expect(document).toMatchObject({ instanceType: 'r6i.2xlarge', state: { name: 'running' } });
  });

  it('[V2-MOD-12] [V2-SVC-4] lists documents modified in a range', async () => {
    const range = `_since=${time('08T00:00')};_until=${time('08T12:00')}`;
    expect(await history.ids(`view/instances;${range};_updated`)).toEqual(['i-0db000001']);
    expect((await history.ids(`view/instances;${range}`)).length).toBeGreaterThan(5);
  });

  it('[V2-MOD-11] ends a range before the change that follows', async () => {
    const range = `_since=${time('08T00:00')};_until=${time('08T04:00')}`;
    expect(await history.ids(`view/instances;${range};_updated`)).toEqual([]);
  });

  it('[V2-MOD-13] [V2-ADDR-9] returns every revision alive in a range', async () => {
    const range = `_since=${time('05T13:00')};_until=${time('08T05:00')}`;
    const revisions = (await history.json(`view/instances/i-0db000001;${range};_meta`)) as Meta[];
    expect(revisions.map(({ stime }) => stime)).toEqual([time('08T04:30'), time('05T12:00')]);
    const all = (await history.json(
      `view/instances;${range};_all;instanceId=i-0db000001;_meta`.replace(';instanceId', ';data.instanceId'),
    )) as Meta[];
    expect(all).toEqual(revisions);
  });

  const moment = `_at=${time('08T05:00')}`;

  it('[V2-SEL-7] selects past documents by the same rules', async () => {
    expect(await history.ids(`view/instances;state.name=stopped;${moment}`)).toEqual([
      'i-0db000001',
      'i-0test0001',
    ]);
  });

  it('[V2-SEL-4] selects past documents that match every argument', async () => {
    expect(await history.ids(`view/instances;state.name=stopped;instanceType=r6i.2xlarge;${moment}`)).toEqual(
      ['i-0db000001'],
    );
  });

  it('[V2-SEL-3] selects metadata records with data. in front', async () => {
    const records = (await history.json(`view/instances;data.state.code=80;${moment};_meta:(id)`)) as Meta[];
    expect(records.map(({ id }) => id)).toEqual(['i-0db000001', 'i-0test0001']);
    expect(await history.json(`view/instances;state.code=80;${moment};_meta`)).toEqual([]);
  });

  it('[V2-MOD-6] returns the last revisions with _all and _limit', async () => {
    const last = (await history.json('view/instances/i-0db000001;_all;_meta;_limit=2')) as Meta[];
    expect(last.map(({ stime }) => stime)).toEqual([time('08T06:00'), time('08T04:30')]);
  });

  it('reads the same from the database with _live', async () => {
    expect(await history.ids('view/instances;_live')).toEqual(await history.ids('view/instances'));
    expect(await history.json('view/instances/i-0db000001;_live')).toEqual(
      await history.json('view/instances/i-0db000001'),
    );
  });

  it('makes no revision for another order or for approximate numbers, but shows the newest numbers', async () => {
    const all = (await history.json('view/simpleQueues/thumbnails;_all;_meta')) as Meta[];
    expect(all.map(({ stime }) => stime)).toEqual([time('06T18:00'), time('05T06:00')]);
    expect(await history.json('cloud/instances/r-0a0005;_all')).toHaveLength(3);
    expect(all[1]?.data).toMatchObject({ attributes: { ApproximateNumberOfMessages: '220' } });
  });

  it('[V2-CRAWL-5] replays each recording once', async () => {
    const before = await history.status('view/instances');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await history.crawled('view/instances');
    expect((await history.status('view/instances')).changeSeq).toBe(before.changeSeq);
    expect(before).toMatchObject({ degraded: false, documents: 8, served: 8 });
  });

  it('[V2-MOD-19] compares as JSON Patch, from the oldest to the newest revision', async () => {
    const accept = { headers: { accept: 'application/json-patch+json' } };
    const response = await history.fetch('view/instances/i-0db000001;_all;_diff', accept);
    expect(response.headers.get('content-type')).toBe('application/json-patch+json');
    const patch = (await response.json()) as Operation[];
    const all = (await history.json('view/instances/i-0db000001;_all')) as object[];
    expect(patch.length).toBeGreaterThan(1);
    expect(applyPatch(all.at(-1), patch).newDocument).toEqual(all[0]);
    const last = (await (
      await history.fetch('view/instances/i-0db000001;_all;_limit=2;_diff', accept)
    ).json()) as Operation[];
    expect(last).toContainEqual({ op: 'replace', path: '/instanceType', value: 'r6i.4xlarge' });
    const many = await history.fetch('view/simpleQueues/orders,thumbnails;_all;_diff', accept);
    expect(many.status).toBe(400);
  });

  it('[V2-MOD-19] prints the patch, or wraps it as a script, as requested', async () => {
    const accept = { headers: { accept: 'application/json-patch+json' } };
    const told = async (more: string): Promise<[string | null, string]> => {
      const response = await history.fetch(`view/instances/i-0db000001;_all;_diff${more}`, accept);
      return [response.headers.get('content-type'), await response.text()];
    };
    const [, patch] = await told('');
    const [type, pretty] = await told(';_pp');
    expect(type).toBe('application/json-patch+json');
    expect(pretty).toContain('\n');
    expect(JSON.parse(pretty)).toEqual(JSON.parse(patch));
    expect(await told(';_callback=show')).toEqual(['application/javascript', `show(${patch})`]);
  });
});
