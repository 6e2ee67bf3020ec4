import { startGuarded, type Expected, type GuardedService } from '@portolan/service/testing/auth';
import { historyQuery } from '../src/service-definition';

/** Every route except the platform's own, HEAD as GET: a missing one fails the test. */
const RULES: Record<string, Expected> = {
  'GET /api/v2/status': 'reader',
  'GET /api/v2/*': 'reader',
  'GET /REST/v2/status': 'reader',
  'GET /REST/v2/*': 'reader',
};

describe('routes of history query', () => {
  let guarded: GuardedService;
  beforeAll(async () => {
    guarded = await startGuarded(historyQuery);
  });
  afterAll(() => guarded.stop());

  it('[V2-ACCESS-1] open to readers, with every credential; closed to others and to pages of other sites', async () => {
    expect(await guarded.walk(RULES)).toEqual([]);
  });
});
