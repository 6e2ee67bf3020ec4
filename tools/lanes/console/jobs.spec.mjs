import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { jobRequest } from '../../console/content.mjs';
import { JOBS } from '../../console/large.mjs';
import { isFocused, onPage, show, system } from '../../console/suite.mjs';

describe('[CONSOLE-JOB-1] a person', () => {
  test('[CONSOLE-ACT-1] learns from the button of an action what it does', () =>
    onPage(async (page) => {
      await show(page, '/jobs/greeting');
      const title = await page.getByRole('button', { name: 'Run again' }).getAttribute('title');
      assert.equal(title, 'Submits the same request as a new job.');
      await show(page, '/explorer?collection=view/instances');
      const views = page.getByRole('group', { name: 'View' }).getByRole('button');
      assert.deepEqual(await views.allTextContents(), ['Table', 'JSON', 'Any time']);
    }));

  test('finds why a job failed, from the overview on', () =>
    onPage(async (page) => {
      await show(page, '/');
      await page.getByRole('link', { name: 'greeting' }).first().click();
      await page.getByRole('region', { name: 'The end of stderr' }).getByText('the disk is full').waitFor();
      await page.getByRole('cell', { name: 'commandArgs', exact: true }).waitFor();
    }));

  test('submits a job with the keyboard alone and sees its output', () =>
    onPage(async (page) => {
      await show(page, '/jobs');
      await page.keyboard.press('g');
      await page.keyboard.press('s');
      await page.getByLabel('Name', { exact: true }).focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('by keyboard');
      await page.getByText('workstation (workstation)').waitFor();
      await page.getByRole('button', { name: 'Submit' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'by keyboard' }).waitFor();
      await page.getByText('SUCCEEDED').first().waitFor();
      await page.getByRole('link', { name: 'Output' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('log', { name: 'stdout' }).getByText('hello').waitFor();
    }));

  test('sees lines as a job writes them, and kills it after a question', () =>
    onPage(async (page) => {
      await system.jobs.submit(
        jobRequest('slow', 'for i in 1 2 3 4 5 6 7 8 9; do echo "line $i"; sleep 0.3; done; sleep 60'),
      );
      await show(page, '/jobs/slow?tab=output');
      await page.getByText('line 9').waitFor();
      await page.getByRole('button', { name: 'Kill' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Kill' }).click();
      await page.getByText('KILLED').first().waitFor();
    }));

  test('reads the end of stdout when a failed job wrote nothing to stderr', () =>
    onPage(async (page) => {
      await system.jobs.submit(jobRequest('quiet', 'echo "no space left"; exit 4'));
      await system.jobs.ended('quiet');
      await show(page, '/jobs/quiet');
      await page.getByRole('region', { name: 'The end of stdout' }).getByText('no space left').waitFor();
    }));

  test('is led from a job that was not started to what its selection lacked', () =>
    onPage(async (page) => {
      const unplaced = jobRequest('unplaced', 'true', { clusterCriterias: [{ tags: ['no:such'] }] });
      // The service refuses the job, and keeps it.
      await assert.rejects(system.jobs.submit(unplaced), / answered 412: /);
      await show(page, '/jobs/unplaced');
      await page.getByRole('link', { name: 'What was missing' }).click();
      await page.getByText('it lacks the tag no:such').waitFor();
    }));

  test('sees how many jobs a bulk kill ends, without the finished ones', () =>
    onPage(async (page) => {
      const own = { user: 'bulk' };
      await system.jobs.submit(jobRequest('bulk-over', 'true', own));
      await system.jobs.ended('bulk-over');
      await system.jobs.submit(jobRequest('bulk-long', 'sleep 600', own));
      await show(page, '/jobs?user=bulk');
      await page.getByText('2 found').waitFor();
      await page.getByRole('button', { name: 'Kill all found' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('These filters find 1 job that has not finished.').waitFor();
      await dialog.getByRole('button', { name: 'Kill all found' }).click();
      await page.getByRole('row', { name: /^KILLED bulk-long/ }).waitFor();
      await page.getByRole('row', { name: /^SUCCEEDED bulk-over/ }).waitFor();
    }));

  test('goes from match to match in an output, and following ends when it is scrolled back', () =>
    onPage(async (page) => {
      await system.jobs.submit(jobRequest('long', 'for i in $(seq 300); do echo "line $i of 300"; done'));
      await system.jobs.ended('long');
      await show(page, '/jobs/long?tab=output');
      await page.getByText('line 300 of 300').waitFor();
      const follow = page.getByRole('button', { name: 'Follow', pressed: true });
      await follow.waitFor();
      await page.getByRole('log').press('Home');
      await page.getByText('line 1 of 300').waitFor();
      await page.getByRole('button', { name: 'Follow', pressed: false }).waitFor();
      await page.getByLabel('Search in the loaded lines').fill('line 20');
      await page.getByText('1 of 11').waitFor();
      await page.getByText('line 20 of 300').waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('2 of 11').waitFor();
      await page.getByText('line 200 of 300').waitFor();
      await page.getByRole('button', { name: 'Match before' }).click();
      await page.getByText('1 of 11').waitFor();
    }));

  test('filters jobs, and the address keeps the filters', () =>
    onPage(async (page) => {
      await show(page, '/jobs');
      await page.getByRole('button', { name: 'FAILED' }).click();
      await page.keyboard.press('/');
      await page.keyboard.type('greet%');
      await page.getByText('1 found').waitFor();
      assert.match(page.url(), /name=greet%25/);
      await page.reload();
      await page.getByText('1 found').waitFor();
    }));
});

describe('[CONSOLE-JOBS-1] a person', () => {
  test('sees a rare state that is chosen, also after a reload', () =>
    onPage(async (page) => {
      await show(page, '/jobs?status=INVALID');
      await page.getByRole('button', { name: 'INVALID', pressed: true }).click();
      await page.getByRole('button', { name: 'INVALID' }).waitFor({ state: 'detached' });
    }));

  test('searches the elements of an array, and forgets a saved view after a question', () =>
    onPage(async (page) => {
      await show(page, '/jobs/sweep');
      await page.getByRole('link', { name: 'All elements that have begun' }).click();
      await page.getByText('6 found').waitFor();
      await page.getByLabel('Started until').fill('2020-01-01T00:00');
      await page.keyboard.press('Enter');
      await page.getByText('0 found').waitFor();
      assert.equal(await page.getByLabel('Started until').evaluate(isFocused), true);
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByLabel('Name of the view').fill('elements');
      await page.keyboard.press('Enter');
      const views = page.getByRole('dialog', { name: 'Saved views' });
      await views.getByRole('status').getByText('The view elements was saved').waitFor();
      await page.getByRole('button', { name: 'Forget elements' }).click();
      const question = page.getByRole('dialog', { name: 'Forget elements?' });
      const isWhole = ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth;
      assert.ok(await question.evaluate(isWhole), 'the question is cut off');
      await question.getByRole('button', { name: 'Forget' }).click();
      await page.getByText('None yet').waitFor();
      await views.getByRole('status').getByText('The view elements was removed.').waitFor();
    }));

  test('[CONSOLE-JOB-1] kills nothing when the filters find more jobs than a bulk kill has stated', () =>
    onPage(async (page) => {
      const own = { user: 'growing' };
      await system.jobs.submit(jobRequest('growing-1', 'sleep 600', own));
      await show(page, '/jobs?user=growing');
      const kill = page.getByRole('button', { name: 'Kill all found' });
      await kill.click();
      await page.getByText('These filters find 1 job that has not finished.').waitFor();
      await system.jobs.submit(jobRequest('growing-2', 'sleep 600', own));
      await page.getByRole('dialog').getByRole('button', { name: 'Kill all found' }).click();
      await page.getByText('find 2 jobs by now: nothing was killed').waitFor();
      await kill.click();
      await page.getByText('These filters find 2 jobs that have not finished.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Kill all found' }).click();
      await page.getByText('2 jobs are being killed.').waitFor();
    }));
});
