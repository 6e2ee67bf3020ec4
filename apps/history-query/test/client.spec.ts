import {
  createHistoryClient,
  findDiff,
  findDocument,
  findDocuments,
  findIds,
  followChanges,
  getStatus,
  listIds,
  type Client,
  type FollowedChange,
} from '@portolan/client-history';
import { CrawledCollection } from './support/crawled-collection';
import { HistoryClient } from './support/history-client';

const ADDRESSES = { area: 'cloud', collection: 'addresses' };
const ODD = 'odd;id/with,all:of(it)';

describe('the typed client of the history', () => {
  let history: HistoryClient;
  let addresses: CrawledCollection;
  let client: Client;

  beforeAll(async () => {
    history = await HistoryClient.start({ env: { REFRESH_INTERVAL_MS: '200' } });
    client = createHistoryClient({ baseUrl: history.service.url });
    addresses = new CrawledCollection(history, 'cloud/addresses');
    await addresses.crawl({ a: { v: 1, state: { name: 'free' } }, [ODD]: { v: 1, note: 'x;y,z' } }, 1000);
    await addresses.crawl({ a: { v: 2, state: { name: 'taken' } }, [ODD]: { v: 1, note: 'x;y,z' } }, 2000);
  });
  afterAll(() => history.service.stop());

  it('lists with modifiers, selects and field selectors, with any characters in names and values', async () => {
    expect((await findIds(client, ADDRESSES)).sort()).toEqual(['a', ODD]);
    const taken = { ...ADDRESSES, where: { 'state.name': ['taken', 'gone'] }, fields: ':(v)' };
    expect(await findDocuments<{ v: number }>(client, taken)).toEqual([{ v: 2 }]);
    expect(await findIds(client, { ...ADDRESSES, where: { note: 'x;y,z' } })).toEqual([ODD]);
    expect(await findIds(client, { ...ADDRESSES, where: { state: true } })).toEqual(['a']);
    expect(await findDocument(client, { ...ADDRESSES, id: ODD })).toEqual({ v: 1, note: 'x;y,z' });
    for (const id of ['a', ['a']])
      expect(await findDocuments<{ v: number }>(client, { ...ADDRESSES, id, fields: ':(v)' })).toEqual([
        { v: 2 },
      ]);
    const before = { ...ADDRESSES, id: 'a', modifiers: { at: 1500 } };
    expect(await findDocument(client, before)).toEqual({ v: 1, state: { name: 'free' } });
  });

  it('reads changes as a JSON Patch and as a feed that resumes', async () => {
    const all = { ...ADDRESSES, id: 'a', modifiers: { all: true } };
    expect(await findDiff(client, all)).toContainEqual({ op: 'replace', path: '/v', value: 2 });
    const ending = new AbortController();
    const seen: FollowedChange[] = [];
    for await (const one of followChanges(client, ADDRESSES, { after: '0', signal: ending.signal })) {
      seen.push(one);
      if (seen.length === 3) ending.abort();
    }
    expect(seen.map(({ change }) => [change.id, change.kind, change.stime])).toEqual([
      ['a', 'added', 1000],
      [ODD, 'added', 1000],
      ['a', 'changed', 2000],
    ]);
    const after = seen[1]?.position ?? '';
    const next = await followChanges(client, ADDRESSES, { after }).next();
    expect(next.value).toEqual(seen[2]);
  });

  it('[V2-FEED-4] lists ids with the position after which their feed continues', async () => {
    const { ids, position } = await listIds(client, ADDRESSES);
    expect(ids.sort()).toEqual(['a', ODD]);
    const changes = followChanges(client, ADDRESSES, { after: position });
    const next = changes.next();
    await addresses.crawl({ a: { v: 3 }, [ODD]: { v: 1, note: 'x;y,z' } }, 3000);
    expect((await next).value).toMatchObject({ change: { id: 'a', kind: 'changed', stime: 3000 } });
    const live = await listIds(client, { ...ADDRESSES, modifiers: { live: true } });
    expect(live).toEqual({ ids: expect.arrayContaining(['a', ODD]) as string[] });
    await changes.return();
  });

  it('throws errors of the API with their status, and reads the status of collections', async () => {
    const missing = findDocument(client, { ...ADDRESSES, id: 'nobody' });
    await expect(missing).rejects.toMatchObject({ status: 404, body: { code: 404 } });
    const nowhere = followChanges(client, { area: 'cloud', collection: 'nothing' }).next();
    await expect(nowhere).rejects.toMatchObject({ name: 'ApiError', status: 400 });
    const { data } = await getStatus({ client, throwOnError: true });
    expect(data.collections.find((one) => one.collection === 'cloud/addresses')?.documents).toBe(2);
  });
});
