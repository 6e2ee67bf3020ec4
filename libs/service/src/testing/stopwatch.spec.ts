import { setTimeout as delay } from 'node:timers/promises';
import { stopwatch } from './stopwatch';

/** The process neither computes nor runs the event loop, as when it waits for a processor. */
const stand = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('stopwatch', () => {
  it('counts the time in which the process could run', async () => {
    const elapsed = stopwatch();
    for (let turn = 0; turn < 20; turn += 1) await delay(10);
    expect(elapsed()).toBeGreaterThan(100);
  });

  it('counts what the process computes', () => {
    const elapsed = stopwatch();
    for (const began = process.cpuUsage(); process.cpuUsage(began).user < 150_000;);
    expect(elapsed()).toBeGreaterThan(100);
  });

  it('stands still while the process has no processor', async () => {
    const elapsed = stopwatch();
    await delay(50);
    stand(1000);
    await delay(50);
    expect(elapsed()).toBeLessThan(600);
  });
});
