import { Metrics } from '@portolan/service';
import { KEEP_ALIVE_MS, OpenStreamsService, type OpenStream } from './open-streams.service';

/** Counts its keep-alives. */
class Counted implements OpenStream {
  said = 0;

  keepAlive(): void {
    this.said += 1;
  }

  end(): void {
    this.said = 0;
  }
}

describe('the streams of a process', () => {
  let open: OpenStreamsService;

  beforeEach(() => {
    jest.useFakeTimers();
    open = new OpenStreamsService(new Metrics());
    open.onApplicationBootstrap();
  });

  afterEach(() => {
    open.beforeApplicationShutdown();
    jest.useRealTimers();
  });

  const opened = (count: number) => {
    const streams = Array.from({ length: count }, () => new Counted());
    for (const stream of streams) open.add(stream);
    return streams;
  };
  const saidBy = (streams: Counted[]) => streams.reduce((sum, { said }) => sum + said, 0);

  it('send one keep-alive per round, independent of their number', () => {
    const sets = [1, 7, 60, 61, 1000].map((count) => {
      const one = new OpenStreamsService(new Metrics());
      one.onApplicationBootstrap();
      const streams = Array.from({ length: count }, () => new Counted());
      for (const stream of streams) one.add(stream);
      return { one, streams };
    });
    jest.advanceTimersByTime(4 * KEEP_ALIVE_MS);
    for (const { one, streams } of sets) {
      const told = streams.map(({ said }) => said);
      expect(Math.min(...told)).toBeGreaterThanOrEqual(3);
      expect(Math.max(...told)).toBeLessThanOrEqual(5);
      one.beforeApplicationShutdown();
    }
  });

  it('do not all send at once', () => {
    const streams = opened(600);
    let before = 0;
    let most = 0;
    for (let waited = 0; waited < 2 * KEEP_ALIVE_MS; waited += KEEP_ALIVE_MS / 60) {
      jest.advanceTimersByTime(KEEP_ALIVE_MS / 60);
      most = Math.max(most, saidBy(streams) - before);
      before = saidBy(streams);
    }
    expect(most).toBe(10);
  });

  it('keep their order when others open and close during a round', () => {
    const first = opened(300);
    const last = opened(300);
    jest.advanceTimersByTime(KEEP_ALIVE_MS / 2);
    for (const stream of first) open.remove(stream);
    const late = opened(100);
    jest.advanceTimersByTime(1.5 * KEEP_ALIVE_MS);
    expect(Math.min(...[...last, ...late].map(({ said }) => said))).toBeGreaterThan(0);
    const gone = saidBy(first);
    jest.advanceTimersByTime(KEEP_ALIVE_MS);
    expect(saidBy(first)).toBe(gone);
  });
});
