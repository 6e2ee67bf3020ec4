import { paced } from './paced';

describe('[CONSOLE-LIVE-1] a paced function', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('runs at once, then at most once in its span, and after the last call', async () => {
    const run = jest.fn(() => Promise.resolve());
    const call = paced(500, new AbortController().signal, run);
    call();
    expect(run).toHaveBeenCalledTimes(1);
    for (let calls = 0; calls < 10; calls += 1) call();
    expect(run).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(500);
    expect(run).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(2);
    call();
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('waits for a slow run, also for one that fails', async () => {
    let end: (error: Error) => void = () => undefined;
    const run = jest.fn(() => new Promise((_resolve, reject) => (end = reject)));
    const call = paced(500, new AbortController().signal, run);
    call();
    call();
    await jest.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(1);
    end(new Error('failed'));
    await jest.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('does not run after its signal', async () => {
    const run = jest.fn(() => Promise.resolve());
    const left = new AbortController();
    const call = paced(500, left.signal, run);
    call();
    call();
    left.abort();
    call();
    await jest.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
