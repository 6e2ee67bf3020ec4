import { paced } from './paced';

describe('[CONSOLE-LIVE-1] a paced function', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('runs at once, then at most once in its span, and after the last call', () => {
    const run = jest.fn();
    const { call } = paced(500, run);
    call();
    expect(run).toHaveBeenCalledTimes(1);
    for (let calls = 0; calls < 10; calls += 1) call();
    expect(run).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(500);
    expect(run).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(5000);
    expect(run).toHaveBeenCalledTimes(2);
    call();
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('does not run after it was cancelled', () => {
    const run = jest.fn();
    const { call, cancel } = paced(500, run);
    call();
    call();
    cancel();
    jest.advanceTimersByTime(5000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
