import { setImmediate as nextTurn } from 'node:timers/promises';
import { inSlices, type Steps } from './time-slices';

/** Longer than any slice, ms. */
const LONG_MS = 60;

/** Processor time of this process and its helper threads, ms: less than wall time on a busy machine. */
const processorTime = (): number => process.cpuUsage().user / 1000;

/** Keeps the processor busy for some ms of its time, in steps, and counts them. */
function* busy(ms: number, count: { steps: number }): Steps<void> {
  for (const end = processorTime() + ms; processorTime() < end; count.steps++) yield;
}

/** Turns that the event loop took while work went on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [isDone, turns] = [false, 0];
  void work.then(() => (isDone = true));
  for (; !isDone; turns++) await nextTurn();
  return turns;
}

describe('work in slices', () => {
  it('yields to the event loop', async () => {
    expect(await turnsDuring(inSlices(busy(LONG_MS * 5, { steps: 0 })))).toBeGreaterThan(3);
  });

  it('also yields between consecutive short pieces', async () => {
    const pieces = async (): Promise<void> => {
      for (let piece = 0; piece < 30; piece++) await inSlices(busy(4, { steps: 0 }));
    };
    expect(await turnsDuring(pieces())).toBeGreaterThan(8);
  });

  it('shares its time fairly', async () => {
    const counts = Array.from({ length: 4 }, () => ({ steps: 0 }));
    await Promise.all(counts.map((count) => inSlices(busy(LONG_MS * 4, count))));
    const steps = counts.map((count) => count.steps);
    expect(Math.min(...steps)).toBeGreaterThan(Math.max(...steps) / 4);
  });
});
