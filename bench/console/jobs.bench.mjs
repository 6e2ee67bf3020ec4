/**
 * The console on job orchestration with 100,000 stored jobs, in a real browser without a graphics card: what comes before the first
 * screen, how soon it can be used, how busy the page is while the list is scrolled, and the page of a job with an output of 200 MB.
 * All values stand alone: a bare page has nothing to compare with.
 */
import { readFileSync } from 'node:fs';
import { openBrowser } from '../../tools/console/browser.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { percentile } from '../lib/statistics.mjs';
import { ended, register, submit } from '../jobs/lib/small-jobs.mjs';
import { storeJobs } from '../jobs/lib/stored-jobs.mjs';
import { consolePort, drawnAt, nextClick, startConsole, withPage } from './lib/console.mjs';
import { busyFrames } from './lib/frames.mjs';

const JOBS = 100_000;
const OUTPUT_BYTES = 200_000_000;
/** One notch of a mouse wheel, and how many there are in a measurement. */
const [NOTCH_PX, NOTCHES] = [400, 90];
const NOTCH_MS = 33;

const stored = sharedSetup(async (bench) => {
  const { port, env } = await consolePort();
  const DATABASE_URL = await bench.database('console');
  const jobs = await bench.service('jobs', { ...env, DATABASE_URL, JOB_RETENTION_MS: '0' });
  await storeJobs(DATABASE_URL, JOBS);
  await register(jobs);
  const job = await submit(jobs, `yes "a line of the output" | head -c ${OUTPUT_BYTES}; echo; echo the end`);
  await ended(job);
  const url = await startConsole(bench, port, { jobs });
  return { url, output: `${url}${new URL(job).pathname.replace('/api/v3', '')}?tab=output` };
});

const page = (name, unit, goal, run) => ({
  name: `console: ${name}`,
  unit,
  goal,
  compare: 'value',
  setup: async (bench) => ({ ...(await stored(bench)), browser: await openBrowser() }),
  run: (context) => withPage(context.browser, (one) => run(one, context)),
  baseline: async () => 0,
  teardown: ({ browser }) => browser.close(),
});

/** The overview can be used: all figures of jobs and nodes are drawn, and their links work. */
const FIGURES = '.figures:not(:has(.skeleton)) a';
const LAST_LINE = ['[role=log] .log-line > span', 'the end'];

const scriptsOf = (one) =>
  one.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((bytes, { transferSize }) => bytes + transferSize, 0),
  );

/** The memory that only the process of a page uses, MB. */
async function memoryOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const own = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateBytes(id));
  return Math.max(...own) / 1e6;
}

function privateBytes(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = [...text.matchAll(/^Private_\w+: +(\d+) kB$/gm)].map(([, number]) => Number(number));
  return kilobytes.reduce((sum, one) => sum + one, 0) * 1024;
}

export default [
  page('scripts before the first screen, compressed', 'KB', 150, async (one, { url }) => {
    await one.goto(url);
    await drawnAt(one, FIGURES);
    return (await scriptsOf(one)) / 1000;
  }),
  page('from an empty cache to the figures of the overview', 'ms', 1000, async (one, { url }) => {
    await one.goto(url, { waitUntil: 'commit' });
    return drawnAt(one, FIGURES);
  }),
  page('first lines of an output of 200 MB', 'ms', 300, async (one, { output }) => {
    await one.goto(output.replace('?tab=output', ''));
    const tab = one.getByRole('link', { name: 'Output' });
    await tab.waitFor();
    const clickedAt = await nextClick(one);
    await tab.click();
    return (await drawnAt(one, ...LAST_LINE)) - (await clickedAt());
  }),
  page('memory of a tab with an output of 200 MB', 'MB', 150, async (one, { output, browser }) => {
    await one.goto(output);
    await drawnAt(one, ...LAST_LINE);
    return memoryOf(browser);
  }),
  page('busy per frame, list of 100,000 jobs, scrolling, p95', 'ms', 16, async (one, { url, browser }) => {
    await one.goto(`${url}/jobs`);
    await drawnAt(one, '[role=row] a');
    await one.mouse.move(640, 600);
    const frames = await busyFrames(browser, one, async () => {
      for (let notch = 0; notch < NOTCHES; notch += 1) {
        await one.mouse.wheel(0, NOTCH_PX);
        await one.waitForTimeout(NOTCH_MS);
      }
    });
    return percentile(frames, 95);
  }),
];
