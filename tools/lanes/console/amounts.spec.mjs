import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { jobRequest } from '../../console/content.mjs';
import { JOBS, LargeConsole } from '../../console/large.mjs';
import { show as open } from '../../console/screens.mjs';
import { onPage, show, system } from '../../console/suite.mjs';

/** The height of a row in a list. */
const ROW_PX = 40;

describe('[CONSOLE-SPEED-1] the console is small', () => {
  test('at most 150 KB of scripts come before the overview', () =>
    onPage(async (page) => {
      await show(page, '/');
      await page.getByText('free slots').waitFor();
      const sizes = await page.evaluate(() =>
        globalThis.performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ transferSize }) => transferSize),
      );
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      assert.ok(bytes > 0 && bytes <= 150_000, `${bytes} bytes in ${sizes.length} files`);
    }));

  test('the output of 200 MB is shown from its end, in a tab of at most 150 MB', () =>
    onPage(async (page) => {
      const script = 'yes "a line of the output" | head -c 200000000; echo; echo the end';
      await system.jobs.submit(jobRequest('large', script));
      await system.jobs.ended('large');
      await show(page, '/jobs/large?tab=output');
      await page.getByRole('log', { name: 'stdout' }).getByText('the end', { exact: true }).waitFor();
      const session = await page.context().newCDPSession(page);
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      assert.ok(usedSize <= 150_000_000, `${usedSize} bytes`);
    }));
});

describe('[CONSOLE-SPEED-2] with much to show', () => {
  const large = new LargeConsole();
  before(() => large.start());
  after(() => large.end());

  test('100,000 jobs are scrolled to the last one, in a page of few rows', () =>
    onPage(async (page) => {
      await open(page, `${large.url}/jobs`);
      await page.getByText(`${JOBS.toLocaleString('en')} found`).waitFor();
      const table = page.getByRole('table', { name: 'Jobs' });
      await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await table.locator(`[aria-rowindex="${JOBS + 1}"] a`).waitFor();
      const rows = await table.getByRole('row').count();
      assert.ok(rows < 100, `${rows} rows`);
    }));

  test('rows reuse the elements of others during scrolling; at rest they are in order', () =>
    onPage(async (page) => {
      await open(page, `${large.url}/jobs`);
      const table = page.getByRole('table', { name: 'Jobs' });
      const link = table.locator('[aria-rowindex="5"] a');
      await link.focus();
      const element = await table.locator('[aria-rowindex="2"]').elementHandle();
      const scrollTo = (row) => table.evaluate((one, top) => one.scrollTo(0, top), row * ROW_PX);
      await scrollTo(6);
      await table.locator('[aria-rowindex="30"] a').waitFor();
      assert.equal(await link.evaluate((one) => one === document.activeElement), true);
      await scrollTo(1000);
      await table.locator('[aria-rowindex="1010"] a').waitFor();
      // Its row has left: the focus would be on a job that nobody has chosen.
      assert.equal(await table.evaluate((one) => one === document.activeElement), true);
      assert.ok(
        (await element.getAttribute('aria-rowindex')) > 900,
        'the element of the first row is reused',
      );
      await page.waitForFunction(() => {
        const numbers = [...document.querySelectorAll('.virtual-rows > [aria-rowindex]')].map((row) =>
          Number(row.getAttribute('aria-rowindex')),
        );
        return numbers.length > 0 && numbers.every((one, index) => one === numbers[0] + index);
      });
    }));

  test('a stream of 5,000 events a second is counted and paused', () =>
    onPage(async (page) => {
      await open(page, `${large.url}/streams/${large.stream}?tab=output&sample=0`);
      await page.getByText(/^[3-9],\d{3} events\/s, /).waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Continue' }).waitFor();
      assert.ok((await page.getByRole('log').locator('p').count()) <= 200);
    }));
});
