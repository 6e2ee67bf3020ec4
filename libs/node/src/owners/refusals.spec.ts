import { Refusals } from './offers.service';

describe('Refusals', () => {
  const small = { slots: 1, memoryMb: 10 };

  it('spaces offers that do not fit, each by at most ten seconds', () => {
    const refusals = new Refusals(1000);
    const pauses = Array.from({ length: 1000 }, () => refusals.add(small, 5000));
    expect(pauses.slice(0, 3)).toEqual([1000, 1020, 1040]);
    expect(Math.max(...pauses)).toBe(10_000);
    expect(refusals.add(small, 50_000)).toBe(1000);
  });

  it('knows the smallest need among them', () => {
    const refusals = new Refusals(1000);
    expect(refusals.smallest).toBeUndefined();
    refusals.add({ slots: 1, memoryMb: 900 }, 0);
    refusals.note({ slots: 4, memoryMb: 30 });
    expect(refusals.smallest).toEqual({ slots: 1, memoryMb: 30 });
    refusals.clear();
    expect(refusals.smallest).toBeUndefined();
  });
});
