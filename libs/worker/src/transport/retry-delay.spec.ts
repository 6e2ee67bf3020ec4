import { RetryDelay } from './event-stream';

describe('pauses between attempts', () => {
  it('grow to two seconds and are reset by a success', () => {
    const delay = new RetryDelay();
    expect(Array.from({ length: 7 }, () => delay.next())).toEqual([100, 200, 400, 800, 1600, 2000, 2000]);
    delay.reset();
    expect(delay.next()).toBe(100);
  });
});
