import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { jobRequest } from '../../console/content.mjs';
import { isFocused, onPage, show, system } from '../../console/suite.mjs';

describe('[CONSOLE-LINK-1] an address', () => {
  test('with a dot or a percent sign in an id holds after a reload', () =>
    onPage(async (page) => {
      await system.jobs.submit(jobRequest('rate-50%', 'true', { name: 'percent' }));
      await show(page, '/jobs/sweep.1');
      await page.getByRole('heading', { level: 1, name: 'sweep' }).waitFor();
      await show(page, '/jobs');
      // Letters after a percent sign look like an encoded one.
      await page.getByLabel('Name', { exact: true }).fill('%cent');
      await page.getByText('1 found').waitFor();
      await page.getByRole('link', { name: 'percent' }).click();
      await page.getByRole('heading', { level: 1, name: 'percent' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'percent' }).waitFor();
    }));

  test('has the text that is searched in an output, and whether its lines are wrapped', () =>
    onPage(async (page) => {
      await show(page, '/jobs/greeting?tab=output');
      await page.getByLabel('Search in the loaded lines').fill('hello');
      await page.getByRole('button', { name: 'Wrap', pressed: false }).click();
      await page.reload();
      await page.getByText('1 of 1').waitFor();
      await page.getByRole('button', { name: 'Wrap', pressed: true }).waitFor();
    }));

  test('is that of the filters which are shown, also after a step back', () =>
    onPage(async (page) => {
      await show(page, '/changes?collection=view/instances');
      await page.getByLabel('Filters').fill('state.name=running');
      await page.keyboard.press('Enter');
      await page.waitForURL(/where=state/);
      await page.getByRole('heading', { name: 'Changes of view/instances' }).waitFor();
      // Enter leaves the focus where it was.
      assert.equal(await page.getByLabel('Filters').evaluate(isFocused), true);
      await page.goBack();
      await page.waitForFunction(() => document.querySelector('[aria-label="Filters"]').value === '');
    }));

  test('of a job in the graph of dependencies opens in another tab', () =>
    onPage(async (page) => {
      await show(page, '/jobs/report?tab=dependencies');
      const [other] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: /^sweep/ }).click({ modifiers: ['Control'] }),
      ]);
      await other.getByRole('heading', { level: 1, name: 'sweep' }).waitFor();
      assert.match(page.url(), /\/jobs\/report\?/);
    }));
});
