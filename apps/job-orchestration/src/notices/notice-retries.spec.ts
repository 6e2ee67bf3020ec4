import { NonRetryableError, pauseAfter } from './notice-retries';

describe('the pause after an attempt that failed', () => {
  const error = new Error('connection refused');

  it.each([
    [1, 1000],
    [2, 2000],
    [11, 1_024_000],
  ])('attempt %i: %i ms', (attempt, pause) => {
    expect(pauseAfter(attempt, error)).toBe(pause);
  });

  it('the 12th attempt is the last', () => {
    expect(pauseAfter(12, error)).toBeUndefined();
  });

  it('an error that no retry can resolve ends the attempts', () => {
    expect(pauseAfter(1, new NonRetryableError('refused'))).toBeUndefined();
  });
});
