import { migrationBatch, type MigratingJob } from './migration-batch';

describe('a migration batch', () => {
  const job: MigratingJob = { total: 20, leaving: 20, notRunning: 0, lastMovedAt: undefined };
  const percentage = (configString: string) => ({ strategy: 'PERCENTAGE', configString });
  const quarter = percentage('{"percentToMove":25,"intervalMs":5000}');
  const one = { strategy: 'ONE_WORKER', configString: '' };

  it.each([
    ['a share of all workers', quarter, {}, 5],
    ['no more than are there', quarter, { leaving: 2 }, 2],
    ['fewer while some do not run', quarter, { notRunning: 3 }, 2],
    ['none while too many do not run', quarter, { notRunning: 6 }, 0],
    ['none before the pause is over', quarter, { lastMovedAt: 95_001 }, 0],
    ['the next when it is', quarter, { lastMovedAt: 95_000 }, 5],
    ['at least one', percentage('{"percentToMove":1,"intervalMs":1}'), {}, 1],
    ['a tenth each minute when its configuration can’t be read', percentage('nonsense'), {}, 2],
    ['not within that minute', percentage('{"percentToMove":"x"}'), { lastMovedAt: 40_001 }, 0],
    ['one, of ONE_WORKER', one, {}, 1],
    ['one a minute', one, { lastMovedAt: 40_001 }, 0],
    ['one after a minute', one, { lastMovedAt: 40_000 }, 1],
    ['none when none is left', one, { leaving: 0 }, 0],
  ])('is %s', (_what, config, more, expected) => {
    expect(migrationBatch(config, { ...job, ...more }, 100_000, 60_000)).toBe(expected);
  });
});
