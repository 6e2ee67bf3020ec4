import { backOff, startJitter } from './back-off';

describe('backOff', () => {
  it.each([
    [0, 0],
    [1, 100],
    [2, 200],
    [4, 800],
    [5, 1000],
    [5000, 1000],
  ])('[V2-CRAWL-8] after %i failures is %i ms', (failures, expected) => {
    expect(backOff(failures, 100, 1000)).toBe(expected);
  });

  it('is never shorter than the usual pause', () => {
    expect(backOff(3, 5000, 1000)).toBe(5000);
  });
});

describe('startJitter', () => {
  it.each([
    [0, 0.9, 0],
    [30_000, 0, 0],
    [30_000, 0.5, 15_000],
    [30_000, 0.9999999, 29_999],
  ])('[V2-CRAWL-13] of at most %i ms is, by %d, %i ms', (most, random, expected) => {
    expect(startJitter(most, random)).toBe(expected);
  });
});
