/** The page of a stream in a real browser, while the job sends 5,000 events of 100 bytes a second. */
import { openBrowser } from '../../tools/console/browser.mjs';
import { percentile } from '../lib/statistics.mjs';
import { startSinks } from '../streams/lib/sinks.mjs';
import { consolePort, drawnAt, startConsole, withPage } from './lib/console.mjs';
import { busyFrames } from './lib/frames.mjs';

const EVENTS_PER_SECOND = 5000;
const MEASURED_MS = 3000;

export default {
  name: 'console: busy per frame, stream of 5,000 events/s, p95',
  unit: 'ms',
  goal: 16,
  compare: 'value',
  async setup(bench) {
    const { port, env } = await consolePort();
    const started = await startSinks(bench, 1, { env, eventsPerSecond: EVENTS_PER_SECOND });
    const url = await startConsole(bench, port, { streams: started.streams });
    return { ...started, url, browser: await openBrowser() };
  },
  run: ({ url, jobId, browser }) =>
    withPage(browser, async (page) => {
      await page.goto(`${url}/streams/${jobId}?tab=output&sample=0`);
      await drawnAt(page, '[role=log] p');
      const frames = await busyFrames(browser, page, () => page.waitForTimeout(MEASURED_MS));
      return percentile(frames, 95);
    }),
  baseline: async () => 0,
  async teardown({ browser, stop }) {
    await browser.close();
    await stop();
  },
};
