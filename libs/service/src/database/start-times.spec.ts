import { StartTimes } from './start-times';

describe('start times', () => {
  it('have the earliest of those that are left', () => {
    const now = jest.spyOn(performance, 'now');
    const times = new StartTimes<string>();
    expect(times.earliest).toBeUndefined();
    for (const [index, item] of ['a', 'b', 'c'].entries()) {
      now.mockReturnValueOnce(10 * (index + 1));
      times.add(item);
    }
    expect([times.earliest, times.size]).toEqual([10, 3]);
    expect(times.delete('b')).toBe(true);
    expect(times.delete('b')).toBe(false);
    expect(times.earliest).toBe(10);
    expect(times.delete('a')).toBe(true);
    expect(times.earliest).toBe(30);
    now.mockRestore();
  });

  it('return all items when they are cleared', () => {
    const times = new StartTimes<string>();
    times.add('a');
    times.add('b');
    expect(times.clear()).toEqual(['a', 'b']);
    expect(times.earliest).toBeUndefined();
    expect(times.delete('a')).toBe(false);
  });
});
