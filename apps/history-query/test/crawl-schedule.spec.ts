import { Queues } from '@portolan/messaging';
import { eventually } from '@portolan/service/testing';
import { crawlQueue } from '../src/crawls/crawl.queue';
import { HistoryClient, RECORDED_CLOUD } from './support/history-client';

const HOUR_MS = 3_600_000;

/** Time of the next trigger by id, ms. */
async function triggers({ service }: HistoryClient): Promise<Map<string, number>> {
  const schedules = await service.app.get(Queues).schedules(crawlQueue);
  return new Map(schedules.map(({ id, next }) => [id, Number(next)]));
}

describe('triggers of crawls', () => {
  it('[V2-CRAWL-13] of different collections fire first at different moments, not at once', async () => {
    const before = Date.now();
    const history = await HistoryClient.start({
      env: {
        RECORDED_CLOUD_DIR: RECORDED_CLOUD,
        CRAWL_INTERVAL_MS: String(2 * HOUR_MS),
        CRAWL_JITTER_MS: String(HOUR_MS),
      },
    });
    try {
      const times = await eventually('all triggers are made', async () => {
        const found = [...(await triggers(history)).values()];
        return found.length >= 5 && found;
      });
      expect(Math.min(...times)).toBeGreaterThanOrEqual(before);
      expect(Math.max(...times)).toBeLessThanOrEqual(Date.now() + HOUR_MS);
      // By chance within a minute of an hour, all five: once in ten million times.
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(60_000);
      expect((await history.status('cloud/addresses')).lastAttempt).toBeNull();
    } finally {
      await history.service.stop();
    }
  });

  it('[V2-CRAWL-12] follow the settings: a collection that is switched off is no longer crawled', async () => {
    const env = { RECORDED_CLOUD_DIR: RECORDED_CLOUD, CRAWL_INTERVAL_MS: '200' };
    const first = await HistoryClient.start({ env });
    const { database, queuePrefix } = first.service;
    await first.crawled('cloud/addresses', 'view/simpleQueues');
    await first.service.close();

    const env2 = { ...env, CRAWL_INTERVALS: 'cloud/addresses=off,view/simpleQueues=600000' };
    const second = await HistoryClient.start({ env: env2, database, queuePrefix });
    try {
      await eventually(
        'the trigger ends',
        async () => !(await triggers(second)).has('crawl.cloud.addresses'),
      );
      expect(await second.status('cloud/addresses')).toMatchObject({ crawled: false, degraded: false });
      await eventually(
        'the other trigger takes its own interval',
        async () => Number((await triggers(second)).get('crawl.view.simpleQueues')) > Date.now() + 60_000,
      );
      await eventually(
        'what is known is served',
        async () => (await second.ids('cloud/addresses')).length === 2,
      );
    } finally {
      await second.service.stop();
    }
  });
});
