import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobRequest } from '../../console/content.mjs';
import { onPage, show, system } from '../../console/suite.mjs';

describe('[CONSOLE-OVERVIEW-1] the overview', () => {
  test('shows the last day by hour: outcomes, and waits for a start', () =>
    onPage(async (page) => {
      await show(page, '/');
      await page
        .getByRole('img', { name: /^Jobs by hour in the last 24 hours: [1-9]\d* SUCCEEDED/ })
        .waitFor();
      await page.getByRole('img', { name: /^[1-9]\d* jobs started .* the longest wait was \d/ }).waitFor();
      for (const title of ['Batch jobs', 'Failed last', 'Streaming jobs', 'History'])
        await page.getByRole('region', { name: title }).waitFor();
    }));

  test('leads from a number to the jobs that it counts', () =>
    onPage(async (page) => {
      await show(page, '/');
      const figures = page.getByRole('region', { name: 'Batch jobs' }).getByRole('listitem');
      const failed = figures.filter({ hasText: 'FAILED' }).getByRole('link');
      const count = await failed.textContent();
      await failed.click();
      await page.getByText(`${count} found`, { exact: true }).waitFor();
      assert.match(page.url(), /status=FAILED&finishedIn=24h$/);
    }));
});

describe('[CONSOLE-NODES-1] the nodes', () => {
  test('show what runs on each: a job, and the workers of a stream', () =>
    onPage(async (page) => {
      await system.jobs.submit(jobRequest('here', 'sleep 60'));
      await show(page, '/nodes');
      await page.getByRole('link', { name: `${system.stream} 1/1` }).waitFor();
      await page.getByRole('link', { name: 'here', exact: true }).click();
      await page.getByRole('button', { name: 'Kill' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Kill' }).click();
      await page.getByText('KILLED').first().waitFor();
    }));
});

describe('[CONSOLE-OVERVIEW-1] the health of the services', () => {
  test('tells which one is away, and when it is back', () =>
    onPage(async (page) => {
      await show(page, '/');
      const services = page.getByRole('list', { name: 'Services' });
      for (const name of ['Jobs', 'History', 'Streams'])
        await services.getByText(`${name}: up`, { exact: true }).waitFor();
      system.gateway.cut();
      try {
        await services.getByText('Jobs: away').waitFor();
      } finally {
        system.gateway.mend();
      }
      await services.getByText('Jobs: up').waitFor();
    }));
});
