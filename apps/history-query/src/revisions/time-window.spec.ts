import { OPEN_END } from './revision';
import { isInWindow } from './time-window';

const revision = { stime: 100, ltime: 200 };
const open = { stime: 100, ltime: OPEN_END };

describe('isInWindow', () => {
  it.each([
    [{ at: 100 }, true],
    [{ at: 200 }, true],
    [{ at: 99 }, false],
    [{ at: 201 }, false],
    [{ since: 200 }, false],
    [{ since: 199 }, true],
    [{ until: 100 }, true],
    [{ until: 99 }, false],
    [{ since: 150, until: 160 }, true],
    [{ since: 150, until: 160, updated: true }, false],
    [{ since: 100, until: 160, updated: true }, true],
    [{ since: 50, until: 100, updated: true }, true],
    [{ since: 150, until: 250, updated: true, who: true }, true],
    [{ since: 150, until: 160, updated: true, who: true }, false],
    [{ since: 300, until: 100 }, false],
    [{}, true],
  ])('[V2-MOD-10] %j contains a revision from 100 to 200: %s', (window, expected) => {
    expect(isInWindow(revision, window)).toBe(expected);
  });

  it('contains an open revision at any later time', () => {
    expect(isInWindow(open, { at: 1e12 })).toBe(true);
    expect(isInWindow(open, { since: 1e12 })).toBe(true);
    expect(isInWindow(open, { since: 1e12, updated: true })).toBe(false);
  });
});
