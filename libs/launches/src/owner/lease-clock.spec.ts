import { LeaseClock } from './lease-clock';

describe('LeaseClock', () => {
  let now = 0;
  /** By how much the clock of the machine has moved while `performance` stood still. */
  let suspended = 0;
  beforeEach(() => {
    now = 1000;
    suspended = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    jest.spyOn(Date, 'now').mockImplementation(() => now + suspended);
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

  it('[V1-LIFE-3] [V1-LIFE-7] restarts after the machine was suspended', () => {
    const clock = new LeaseClock();
    now += 200;
    expect(clock.healthyFor(200)).toBe(200);
    suspended = 100_000;
    expect(clock.healthyFor(200)).toBe(0);
    now += 200;
    expect(clock.healthyFor(200)).toBe(200);
  });

  it('continues when the clock of the machine is set back', () => {
    const clock = new LeaseClock();
    now += 200;
    suspended = -3_600_000;
    expect(clock.healthyFor(200)).toBe(200);
  });

  it('restarts after an outage', () => {
    const clock = new LeaseClock();
    const before = clock.healthyFor(100);
    clock.reset();
    expect(before).toBeGreaterThanOrEqual(0);
    expect(clock.healthyFor(100)).toBeLessThan(50);
  });
});
