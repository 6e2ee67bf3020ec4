import { Expiries } from './expiries';

const HOUR = 3_600_000;

describe('expiries', () => {
  let expired: string[];
  let expiries: Expiries<string>;
  beforeEach(() => {
    jest.useFakeTimers();
    expired = [];
    expiries = new Expiries((item) => expired.push(item));
  });
  afterEach(() => jest.useRealTimers());

  it('expire items at their moments, with one timer for each moment', () => {
    const at = Date.now() + HOUR;
    for (const item of ['a', 'b', 'c']) expiries.add(at, item);
    expiries.add(at + HOUR, 'later');
    expect(jest.getTimerCount()).toBe(2);
    jest.advanceTimersByTime(HOUR - 1);
    expect(expired).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(expired).toEqual(['a', 'b', 'c']);
    jest.advanceTimersByTime(HOUR);
    expect(expired).toEqual(['a', 'b', 'c', 'later']);
  });

  it('forget removed items, and the timer with the last one', () => {
    const at = Date.now() + HOUR;
    expiries.add(at, 'a');
    expiries.add(at, 'b');
    expiries.delete(at, 'a');
    expiries.delete(at, 'unknown');
    expect(jest.getTimerCount()).toBe(1);
    expiries.delete(at, 'b');
    expiries.delete(at, 'b');
    expect(jest.getTimerCount()).toBe(0);
    jest.advanceTimersByTime(2 * HOUR);
    expect(expired).toEqual([]);
  });

  it('expire items of the past soon, and of the far future not before', () => {
    expiries.add(Date.now() - 1, 'past');
    expiries.add(Date.now() + 2000 * HOUR, 'future');
    jest.advanceTimersByTime(1);
    expect(expired).toEqual(['past']);
    jest.advanceTimersByTime(1999 * HOUR);
    expect(expired).toEqual(['past']);
    jest.advanceTimersByTime(HOUR);
    expect(expired).toEqual(['past', 'future']);
  });
});
