import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { jobRequest } from '../../console/content.mjs';
import { onPage, show, system } from '../../console/suite.mjs';

/** A service that has just started does not reach its node yet. */
const BUSY = /^503 /;

describe('[CONSOLE-AWAY-1] while a service is away', () => {
  test('a list keeps its rows, says so, and resumes by itself when the service is back', () =>
    onPage(async (page) => {
      await show(page, '/jobs');
      const row = page.getByRole('link', { name: 'report', exact: true });
      await row.waitFor();
      system.gateway.cut();
      try {
        await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
        await row.waitFor();
      } finally {
        system.gateway.mend();
      }
      await page.getByRole('alert').waitFor({ state: 'detached' });
    }));

  test('a screen that is opened says so, and goes on by itself when the service is back', () =>
    onPage(async (page) => {
      system.gateway.cut();
      try {
        for (const path of ['/', '/jobs', '/jobs/greeting']) {
          await page.goto(`${system.url}${path}`);
          await page.getByRole('alert').getByText('The service cannot be reached.').first().waitFor();
        }
      } finally {
        system.gateway.mend();
      }
      await page.getByRole('heading', { level: 1, name: 'greeting' }).waitFor();
    }));

  test('a job that is opened to run again with changes is there when the service is back', () =>
    onPage(async (page) => {
      // A request and its two repetitions.
      const isGivenUp = new Promise((resolve) => {
        let failed = 0;
        page.on('requestfailed', (request) => {
          if (!request.url().endsWith('/jobs/greeting/request')) return;
          failed += 1;
          if (failed === 3) resolve();
        });
      });
      system.gateway.cut();
      try {
        await page.goto(`${system.url}/submit?from=greeting`);
        await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
        await isGivenUp;
      } finally {
        system.gateway.mend();
      }
      await page.getByLabel('Attachments').waitFor();
    }));

  test('documents that are opened are there when the service is back', () =>
    onPage(async (page) => {
      const history = '**/api/v2/**';
      await page.route(history, (route) => route.abort());
      await page.goto(`${system.url}/explorer?collection=view/instances`);
      await page.getByRole('alert').getByText('The service cannot be reached.').first().waitFor();
      await page.waitForFunction(() => document.querySelectorAll('[role=alert]').length > 1);
      await page.unroute(history);
      await page.getByRole('table', { name: 'view/instances' }).waitFor();
      await page.getByRole('alert').first().waitFor({ state: 'detached' });
    }));

  test('the output of a job continues where it was, without a lost or repeated line', () =>
    onPage(async (page) => {
      const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
      await system.jobs.submit(jobRequest('cut', 'for i in $(seq 40); do echo "line $i"; sleep 0.1; done'));
      await show(page, '/jobs/cut?tab=output');
      const log = page.getByRole('log', { name: 'stdout' });
      await log.getByText('line 3', { exact: true }).waitFor();
      system.gateway.cut();
      try {
        await system.jobs.ended('cut');
      } finally {
        system.gateway.mend();
      }
      await log.getByText('line 40', { exact: true }).waitFor();
      assert.deepEqual((await log.innerText()).split('\n').filter(Boolean), lines);
    }));

  test('after a killed service has started again, lists and the output of a job go on', () =>
    onPage(
      async (page) => {
        const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
        await system.jobs.submit(
          jobRequest('survivor', 'for i in $(seq 40); do echo "line $i"; sleep 0.2; done'),
        );
        const list = await page.context().newPage();
        await show(list, '/jobs');
        await list.getByRole('link', { name: 'survivor', exact: true }).waitFor();
        await show(page, '/jobs/survivor?tab=output');
        const log = page.getByRole('log', { name: 'stdout' });
        await log.getByText('line 3', { exact: true }).waitFor();
        const startAgain = await system.killJobs();
        try {
          await list.getByRole('alert').getByText('The service cannot be reached.').waitFor();
        } finally {
          await startAgain();
        }
        await list.getByRole('alert').waitFor({ state: 'detached' });
        await log.getByText('line 40', { exact: true }).waitFor();
        assert.deepEqual((await log.innerText()).split('\n').filter(Boolean), lines);
        await list.getByRole('row', { name: /SUCCEEDED survivor/ }).waitFor();
        await system.jobs.submit(jobRequest('afterwards', 'true'));
        await list.getByRole('row', { name: /SUCCEEDED afterwards/ }).waitFor();
      },
      { expected: BUSY },
    ));
});
