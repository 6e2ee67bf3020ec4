import { sineAt } from './sine';
import { summarise } from './summary';

const curve = { amplitude: 10, period: 100, noise: 0 };

describe('sineAt', () => {
  it('goes round once in a period', () => {
    expect([0, 25, 50, 75, 100].map((sequence) => sineAt(sequence, curve, 0.9))).toEqual([0, 10, 0, -10, -0]);
  });

  it('adds noise within its share of the amplitude', () => {
    const noisy = { ...curve, noise: 0.1 };
    expect([0, 0.5, 1].map((random) => sineAt(0, noisy, random))).toEqual([-1, 0, 1]);
  });
});

describe('summarise', () => {
  const point = (source: number, sequence: number, value: number) => ({
    source,
    sequence,
    value,
    time: sequence,
  });

  it('tells each source of a window apart', () => {
    const window = [point(1, 5, 4), point(0, 0, 1), point(1, 4, 6), point(0, 1, 3)];
    expect(summarise(7, window)).toEqual([
      { worker: 7, source: 0, points: 2, min: 1, max: 3, mean: 2, label: 'rising', until: 1 },
      { worker: 7, source: 1, points: 2, min: 4, max: 6, mean: 5, label: 'falling', until: 5 },
    ]);
  });

  it('says nothing about an empty window', () => {
    expect(summarise(0, [])).toEqual([]);
  });

  it('calls a window level that ends where it began', () => {
    expect(summarise(0, [point(0, 0, 1), point(0, 1, 9), point(0, 2, 1)])[0]?.label).toBe('level');
  });
});
