import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../testing/eventually';
import { Ticker, pauseAfter } from './ticker';

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

  it('runs again soon after a failure, and at the usual pace after a success', async () => {
    const results = [Promise.reject(new Error('not yet')), Promise.resolve()];
    let runs = 0;
    const run = async (): Promise<void> => results[runs++];
    const ticker = new Ticker({ everyMs: 600_000, run, onError: () => undefined }).start();
    await eventually('the second run', () => runs === 2);
    await ticker.stop();
    expect([0, 1, 2, 3, 6, 7, 5000].map((failures) => pauseAfter(failures, 60_000))).toEqual([
      60_000, 1000, 2000, 4000, 32_000, 60_000, 60_000,
    ]);
    expect(pauseAfter(3, 500)).toBe(500);
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
