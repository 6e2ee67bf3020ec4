import { setTimeout as delay } from 'node:timers/promises';
import { Ticker } from './periodic-tasks';

describe('Ticker', () => {
  it('never runs twice at the same time, and once more after a wake-up during a run', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const run = async (): Promise<void> => {
      most = Math.max(most, ++running);
      runs++;
      await delay(10);
      running--;
    };
    const ticker = new Ticker({ everyMs: 60_000, run, onError: () => undefined }).start();
    ticker.wake();
    ticker.wake();
    await delay(50);
    await ticker.stop();
    expect({ most, runs }).toEqual({ most: 1, runs: 2 });
  });

  it('continues after a failure and reports it', async () => {
    const errors: unknown[] = [];
    const run = () => Promise.reject(new Error('no'));
    const ticker = new Ticker({ everyMs: 1, run, onError: (error) => errors.push(error) }).start();
    await delay(30);
    await ticker.stop();
    expect(errors.length).toBeGreaterThan(1);
  });

  it('waits for the run in hand when it stops, and does not run afterwards', async () => {
    let ended = 0;
    const run = async (): Promise<void> => {
      await delay(20);
      ended++;
    };
    const ticker = new Ticker({ everyMs: 1, run, onError: () => undefined }).start();
    await ticker.stop();
    expect(ended).toBe(1);
    ticker.wake();
    await delay(30);
    expect(ended).toBe(1);
  });
});
