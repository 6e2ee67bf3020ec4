import { SinceWhen } from './since-when';

describe('since when each of a few has been at something', () => {
  it('tells the time of who came first, whoever has left', () => {
    const now = jest.spyOn(performance, 'now');
    const since = new SinceWhen<string>();
    expect(since.longest).toBeUndefined();
    for (const [index, one] of ['a', 'b', 'c'].entries()) {
      now.mockReturnValueOnce(10 * (index + 1));
      since.begin(one);
    }
    expect(since.longest).toBe(10);
    expect(since.end('b')).toBe(true);
    expect(since.end('b')).toBe(false);
    expect(since.longest).toBe(10);
    expect(since.end('a')).toBe(true);
    expect(since.longest).toBe(30);
    now.mockRestore();
  });

  it('ends all at once and says who was there', () => {
    const since = new SinceWhen<string>();
    since.begin('a');
    since.begin('b');
    expect(since.endAll()).toEqual(['a', 'b']);
    expect(since.longest).toBeUndefined();
    expect(since.end('a')).toBe(false);
  });
});
