import type { HistoryClient } from '../../support/history-client';
import { TestAccount, crawled, served, startCrawling } from './support/cloud';
import { FaultyProxy } from './support/faulty-proxy';
import { MANY, fillPages } from './support/many';

describe('lists of many pages', () => {
  const account = new TestAccount();
  const proxy = new FaultyProxy();
  const collections = Object.keys(MANY);
  let history: HistoryClient;

  beforeAll(async () => {
    await fillPages(account);
    // Fewer per page than the provider's minimum, so that each call requests the minimum.
    history = await startCrawling([account.entry()], collections, {
      AWS_ENDPOINT_URL: await proxy.start(),
      CRAWL_PAGE_SIZE: '1',
    });
    await crawled(history, collections);
  });
  afterAll(async () => {
    await history.service.stop();
    await proxy.stop();
    account.close();
  });

  it.each(collections)('[V2-CRAWL-10] %s is read to its last page', async (collection) => {
    const { count, laterPage } = MANY[collection]!;
    const ids = await served(
      `${count} are there`,
      () => history.ids(collection),
      (found) => found.length >= count,
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(await history.status(collection)).toMatchObject({ degraded: false });
    expect(proxy.requests.filter((request) => laterPage.test(request)).length).toBeGreaterThan(0);
  });
});
