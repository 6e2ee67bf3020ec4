import { LeaseClock } from './lease-clock';

describe('LeaseClock', () => {
  let now = 0;
  beforeEach(() => {
    now = 1000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it('measures while calls arrive in time', () => {
    const clock = new LeaseClock();
    for (let step = 1; step <= 20; step++) {
      now += 300;
      expect(clock.healthyFor(200, 3000)).toBe(step * 300);
    }
  });

  it('restarts after a pause in which renewals of a short lease may have been missed', () => {
    const clock = new LeaseClock();
    now += 200;
    expect(clock.healthyFor(200, 3000)).toBe(200);
    now += 2000;
    expect(clock.healthyFor(200, 3000)).toBe(0);
  });

  it('tolerates a pause of some seconds with a lease of minutes', () => {
    const clock = new LeaseClock();
    now += 4000;
    expect(clock.healthyFor(200, 120_000)).toBe(4000);
    now += 6000;
    expect(clock.healthyFor(200, 120_000)).toBe(0);
  });

  it('restarts after an outage', () => {
    const clock = new LeaseClock();
    const before = clock.healthyFor(100);
    clock.reset();
    expect(before).toBeGreaterThanOrEqual(0);
    expect(clock.healthyFor(100)).toBeLessThan(50);
  });
});
