import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFocused, onPage, show, system } from '../../console/suite.mjs';

describe('[CONSOLE-KEYS-1] the keyboard', () => {
  test('lists its keys, and closes the list', () =>
    onPage(async (page) => {
      await show(page, '/');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' });
    }));
});

describe('[CONSOLE-KEYS-1] the key /', () => {
  test('searches jobs from a screen without a search, and moves on from a choice', () =>
    onPage(async (page) => {
      await show(page, '/');
      await page.keyboard.press('/');
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Name');
      await show(page, '/explorer/view/instances/i-0db000001');
      await page.getByRole('radio').first().focus();
      await page.keyboard.press('/');
      await page.waitForURL(/\/jobs$/);
    }));

  test('searches jobs from the output of an unknown job', () =>
    onPage(
      async (page) => {
        await page.goto(`${system.url}/jobs/unknown-job?tab=output`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.keyboard.press('/');
        await page.waitForURL(/\/jobs$/);
      },
      { expected: /^404 .*unknown-job/ },
    ));
});

describe('[CONSOLE-KEYS-1] the focus', () => {
  test('returns to the button of a question that was cancelled', () =>
    onPage(async (page) => {
      await show(page, '/nodes');
      const drain = page.getByRole('button', { name: /^Drain/ }).first();
      await drain.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal(await drain.evaluate(isFocused), true);
    }));
});

describe('[CONSOLE-KEYS-1] the key / on a screen that loads', () => {
  test('waits for the search of an output', () =>
    onPage(async (page) => {
      let release;
      const released = new Promise((resolve) => (release = resolve));
      await page.route('**/assets/output-*.js', async (route) => {
        await released;
        await route.fallback();
      });
      await page.goto(`${system.url}/jobs/greeting?tab=output`);
      await page.getByRole('heading', { level: 1, name: 'greeting' }).waitFor();
      await page.keyboard.press('/');
      release();
      await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Search in the loaded lines');
      assert.match(page.url(), /\/jobs\/greeting\?tab=output$/);
    }));

  test('waits for its search, until another key is pressed', () =>
    onPage(async (page) => {
      for (const [keys, isFound] of [
        ['/', true],
        ['/x', false],
      ]) {
        let release;
        const released = new Promise((resolve) => (release = resolve));
        await page.route('**/api/v2/**', async (route) => {
          await released;
          await route.fallback();
        });
        await page.goto(`${system.url}/explorer`);
        await page.getByRole('heading', { name: 'Explorer' }).waitFor();
        for (const key of keys) await page.keyboard.press(key);
        assert.match(page.url(), /\/explorer$/);
        release();
        const field = page.getByLabel('Filters');
        await field.waitFor();
        await page.unrouteAll({ behavior: 'wait' });
        if (isFound) await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Filters');
        else assert.equal(await field.evaluate(isFocused), false);
      }
    }));
});
