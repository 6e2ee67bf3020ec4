import { WellClock } from './well-clock';

describe('WellClock', () => {
  let now = 0;
  beforeEach(() => {
    now = 1000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it('counts while it is asked in time', () => {
    const clock = new WellClock();
    for (let step = 1; step <= 20; step++) {
      now += 300;
      expect(clock.wellFor(200, 3000)).toBe(step * 300);
    }
  });

  it('begins again after a pause in which renewals of a short lease may have been missed', () => {
    const clock = new WellClock();
    now += 200;
    expect(clock.wellFor(200, 3000)).toBe(200);
    now += 2000;
    expect(clock.wellFor(200, 3000)).toBe(0);
  });

  it('lets a lease of minutes bear a pause of some seconds', () => {
    const clock = new WellClock();
    now += 4000;
    expect(clock.wellFor(200, 120_000)).toBe(4000);
    now += 6000;
    expect(clock.wellFor(200, 120_000)).toBe(0);
  });
});
