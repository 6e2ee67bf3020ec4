import { backOff } from './back-off';

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
