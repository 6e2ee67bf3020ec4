import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { jobRequest } from '../../console/content.mjs';
import { browser, onPage, refuse, show, system } from '../../console/suite.mjs';

describe('[CONSOLE-JOB-2] a person', () => {
  test('learns that the output of a failed job cannot be read, instead of that it is empty', () =>
    onPage(
      async (page) => {
        await refuse(page, '**/jobs/broken/output/**', 503);
        await show(page, '/jobs/broken');
        await page.getByRole('region', { name: 'What went wrong' }).getByText('answered 503').waitFor();
      },
      { expected: /^503 / },
    ));

  test('learns that a job cannot be compared with the one that succeeded', () =>
    onPage(
      async (page) => {
        await refuse(page, '**/jobs/broken/execution', 503);
        await show(page, '/jobs/broken');
        await page.getByRole('region', { name: 'What went wrong' }).getByText('answered 503').waitFor();
      },
      { expected: /^503 / },
    ));

  test('learns that the execution and the elements of a job cannot be read', () =>
    onPage(
      async (page) => {
        await refuse(page, '**/jobs/sweep/execution', 503);
        await refuse(page, '**/jobs/sweep/array', 503);
        await show(page, '/jobs/sweep');
        await page.getByRole('region', { name: 'Execution' }).getByText('answered 503').waitFor();
        await page.locator('.stack > .alert').getByText('answered 503').waitFor();
      },
      { expected: /^503 / },
    ));

  test('reads a large output from its first line to its end', () =>
    onPage(async (page) => {
      await system.jobs.submit(jobRequest('lines', 'seq 400000'));
      await system.jobs.ended('lines');
      await show(page, '/jobs/lines?tab=output&at=0');
      const log = page.getByRole('log', { name: 'stdout' });
      await log.locator('.log-line').first().getByText('1', { exact: true }).last().waitFor();
      await page.getByRole('button', { name: 'Later' }).click();
      await page.waitForURL(/at=1500000/);
      // The part begins with the end of a line, which is empty.
      await log.locator('.log-line').nth(1).waitFor();
      await page.getByRole('button', { name: 'Later', disabled: true }).waitFor();
    }));

  test('comes to the end of an empty output, and is not told that one is empty which loads', () =>
    onPage(
      async (page) => {
        const stderr = '**/jobs/greeting/output/stderr';
        let release;
        const released = new Promise((resolve) => (release = resolve));
        await page.route(stderr, async (route) => {
          await released;
          await route.fulfill({
            status: 416,
            headers: { 'access-control-allow-origin': '*' },
            json: { errorCode: 416, message: 'behind the end' },
          });
        });
        await show(page, '/jobs/greeting?tab=output&file=stderr&at=0');
        await page.getByText('loading …').waitFor();
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
        assert.equal(await page.getByText('Nothing has been written').count(), 0);
        release();
        await page.getByText('Nothing has been written to stderr here.').waitFor();
        await page.getByRole('button', { name: 'Later', disabled: true }).waitFor();
      },
      { expected: /^416 / },
    ));

  test('sees the part of an output that was chosen last, also when an earlier one arrives after it', () =>
    onPage(async (page) => {
      let release;
      const released = new Promise((resolve) => (release = resolve));
      await page.route('**/jobs/greeting/output/stderr', async (route) => {
        await released;
        await route.fulfill({
          status: 206,
          headers: {
            'access-control-allow-origin': '*',
            'access-control-expose-headers': 'content-range',
            'content-range': 'bytes 0-4/5',
          },
          body: 'late\n',
        });
      });
      await show(page, '/jobs/greeting?tab=output&file=stderr&at=0');
      await page.getByText('loading …').waitFor();
      await page.getByRole('button', { name: 'stdout', exact: true }).click();
      await page.getByRole('button', { name: 'Beginning' }).click();
      const line = page.getByRole('log', { name: 'stdout' }).getByText(/hello/i);
      await line.waitFor();
      release();
      await page.unrouteAll({ behavior: 'wait' });
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      assert.ok(await line.isVisible());
      assert.equal(await page.getByText('loading …').count(), 0);
    }));

  test('learns that attachments are not submitted again with changes', () =>
    onPage(async (page) => {
      await show(page, '/submit');
      await page.getByLabel('Name', { exact: true }).fill('attached');
      const file = { name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from('1,2') };
      await page.getByLabel('Attachments').setInputFiles(file);
      await page.getByText('workstation (workstation)').waitFor();
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('link', { name: 'Run with changes' }).click();
      await page.getByText('The job had 1 attachment, which is not submitted again').waitFor();
    }));

  test('opens and saves a file of an earlier attempt', () =>
    onPage(async (page) => {
      const retry = { limit: 1, on: ['exit'], delaySeconds: 0 };
      await system.jobs.submit(jobRequest('twice', 'echo "this is $PORTOLAN_ATTEMPT"; exit 1', { retry }));
      await system.jobs.ended('twice');
      await show(page, '/jobs/twice');
      const attempts = page.getByRole('region', { name: 'Attempts, oldest first' });
      await attempts.getByRole('link', { name: 'Files' }).first().click();
      await page.getByRole('link', { name: 'stdout' }).click();
      await page.getByRole('log').getByText('this is 1').waitFor();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      // The browser adds an extension to a name without one.
      assert.match(saved.suggestedFilename(), /^stdout/);
      await page.getByRole('link', { name: 'latest attempt' }).click();
      await page.getByRole('log').getByText('this is 2').waitFor();
    }));
});
