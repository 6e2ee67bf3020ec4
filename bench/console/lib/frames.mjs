/** How long the main thread of a page is busy in each frame, from a trace of the browser. */

const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
const TASK = 'RunTask';
const FRAME = 'AnimationFrame';

/** Records a trace while `work` runs. @returns for each frame, how long the main thread was busy, ms */
export async function busyFrames(browser, page, work) {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  return framesOf(traceEvents);
}

/** Returns the busy time of each frame of the busiest main thread of a trace, ms. Pure. */
export function framesOf(events) {
  const mains = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  const [frames = []] = mains.map(busyOf).sort((one, other) => sum(other) - sum(one));
  return frames;
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

function busyOf(events) {
  const begins = events
    .filter(({ name, ph }) => name === FRAME && ph === 'b')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const tasks = events.filter(({ name, ph }) => name === TASK && ph === 'X');
  const busy = begins.map(() => 0);
  for (const { ts, dur = 0 } of tasks) {
    // A task that began before the frame's event, which it contains, belongs to that frame.
    const frame = begins.findLastIndex((begin) => begin <= ts + dur);
    if (frame >= 0) busy[frame] += dur / 1000;
  }
  return busy;
}
