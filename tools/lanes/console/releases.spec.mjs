import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobRequest } from '../../console/content.mjs';
import { JOBS } from '../../console/large.mjs';
import { onPage, refuse, show, system } from '../../console/suite.mjs';

describe('[CONSOLE-RELEASE-1] with an earlier release of the job API', () => {
  test('a job shows its execution, and runs again with changes', () =>
    onPage(
      async (page) => {
        await refuse(page, '**/jobs/greeting/metadata', 404);
        await show(page, '/jobs/greeting');
        await page.getByRole('region', { name: 'Execution' }).getByText('Exit code').waitFor();
        await show(page, '/submit?from=greeting');
        await page.getByRole('heading', { level: 1, name: 'Run greeting again' }).waitFor();
        await page.getByLabel('Attachments').waitFor();
      },
      { expected: /^404 .*\/metadata$/ },
    ));

  test('the overview and a bulk kill name the states that it has, and the schedules say that it has none', () =>
    onPage(
      async (page) => {
        await system.jobs.submit(jobRequest('early', 'sleep 600', { user: 'early' }));
        // As release 3.2 answers.
        await refuse(page, /\/jobs\?.*status=(RESERVED|ACCEPTED|CLAIMED)/, 412);
        await refuse(page, /\/schedules\?/, 404);
        await show(page, '/');
        await page
          .getByRole('region', { name: 'Batch jobs' })
          .getByRole('listitem')
          .filter({ hasText: 'INIT' })
          .getByRole('link')
          .waitFor();
        assert.equal(await page.getByRole('link', { name: 'Schedules' }).count(), 0);
        await show(page, '/schedules');
        await page.getByText('This release of the API has no schedules').waitFor();
        await show(page, '/jobs?user=early');
        await page.getByRole('button', { name: 'ACCEPTED' }).waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'More filters' }).click();
        await page.getByLabel('Cluster id').waitFor();
        assert.equal(await page.getByLabel(/Grouping|Array|Node/).count(), 0);
        await page.getByRole('button', { name: 'Kill all found' }).click();
        await page.getByText('These filters find 1 job that has not finished.').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Kill all found' }).click();
        await page.getByText('1 job is being killed.').waitFor();
      },
      { expected: /^(404|412) / },
    ));

  test('[CONSOLE-JOBS-1] of 4.0 the search of jobs has the filters that it has', () =>
    onPage(
      async (page) => {
        await refuse(page, /\/schedules\?/, 404);
        await show(page, '/jobs');
        await page.getByRole('link', { name: 'Schedules' }).waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'More filters' }).click();
        await page.getByLabel('Grouping', { exact: true }).waitFor();
        assert.equal(await page.getByLabel(/^(Array|Node)$/).count(), 0);
        await page.getByRole('button', { name: 'ACCEPTED' }).waitFor();
      },
      { expected: /^404 .*schedules/ },
    ));
});
