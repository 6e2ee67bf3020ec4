import { startGuarded, type GuardedService } from '@portolan/service/testing/auth';
import { historyQuery } from '../src/service-definition';

describe('routes of history query', () => {
  let guarded: GuardedService;
  beforeAll(async () => {
    guarded = await startGuarded(historyQuery);
  }, 60_000);
  afterAll(() => guarded.stop());

  it('open to readers, with every credential, and to nobody else', async () => {
    expect(await guarded.walk({})).toEqual([]);
  }, 60_000);
});
