import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPage, openWindow } from '../../console/browser.mjs';
import { GuardedConsole } from '../../console/guarded.mjs';
import { browser, onPage, refuse, show, system } from '../../console/suite.mjs';

describe('[CONSOLE-LOGIN-1] a token that expires during use', () => {
  const guarded = new GuardedConsole();
  before(() => guarded.start());
  after(() => guarded.end());

  test('leads to the login, and from there back to the same screen', async () => {
    const window = await openWindow(browser);
    try {
      const { page, faults } = await openPage(window);
      await page.goto(guarded.url);
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      await page.getByLabel('Access token').fill(guarded.shortToken());
      await page.getByRole('button', { name: 'Use this token' }).click();
      await page.getByText('free slots').waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('j');
      await page.getByRole('button', { name: 'FAILED' }).click();
      await page.getByText('No job matches these filters').waitFor();
      // The stream of changes ends with the token: the page learns of it without a click.
      await page.getByRole('button', { name: /^Log in at/ }).click();
      await page.getByRole('button', { name: 'admin' }).click();
      await page.getByText('No job matches these filters').waitFor();
      const { pathname, search } = new URL(page.url());
      assert.equal(`${pathname}${search}`, '/jobs?status=FAILED');
      await page.keyboard.press('g');
      await page.keyboard.press('o');
      // [CONSOLE-OVERVIEW-1] An empty installation leads to a first job.
      await page.getByRole('link', { name: 'Submit the first job' }).waitFor();
      assert.deepEqual(
        faults.filter((fault) => !fault.startsWith('401 ')),
        [],
      );
      assert.doesNotMatch(await page.evaluate(() => JSON.stringify({ ...localStorage })), /eyJ/);
    } finally {
      await window.close();
    }
  });
});

describe('[CONSOLE-LOGIN-1] a token that an action finds refused', () => {
  test('leads to the login', () =>
    onPage(
      async (page) => {
        await refuse(page, '**/jobs/greeting/rerun', 401);
        await show(page, '/jobs/greeting');
        await page.getByRole('button', { name: 'Run again' }).click();
        await page.getByText('Run again failed: answered 401').waitFor();
        await page.getByRole('heading', { name: 'Log in' }).waitFor();
      },
      { expected: /^401 / },
    ));

  test('leaves what was typed, which is still there after a login with a token', () =>
    onPage(
      async (page) => {
        await show(page, '/submit');
        await page.getByLabel('Name', { exact: true }).fill('typed');
        await refuse(page, '**/api/v3/jobs', 401);
        await page.getByRole('button', { name: 'Submit' }).click();
        await page.getByLabel('Access token').fill('other');
        await page.getByRole('button', { name: 'Use this token' }).click();
        await page.getByRole('heading', { name: 'Submit a job' }).waitFor();
        assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'typed');
      },
      { expected: /^401 / },
    ));

  test('leaves what was typed in a dialog', () =>
    onPage(
      async (page) => {
        await show(page, '/schedules/nightly-report');
        await page.getByRole('button', { name: 'Backfill' }).click();
        await page.getByLabel('From').fill('2026-03-02T00:00');
        await page.getByLabel('To, included').fill('2026-03-03T23:59');
        await page.getByText('In this range: 2 times').waitFor();
        await refuse(page, '**/schedules/nightly-report/actions/backfill', 401);
        await page.getByRole('button', { name: 'Create the fires' }).click();
        await page.getByLabel('Access token').fill('other');
        await page.getByRole('button', { name: 'Use this token' }).click();
        await page.getByRole('dialog').getByText('answered 401').waitFor();
        assert.equal(await page.getByLabel('From').inputValue(), '2026-03-02T00:00');
      },
      { expected: /^401 / },
    ));

  test('is taken over from another tab, which has renewed it', () =>
    onPage(async (page) => {
      await show(page, '/');
      await page.evaluate(() => localStorage.setItem('portolan.session', '{"token":"old"}'));
      await page.reload();
      const other = await page.context().newPage();
      await show(other, '/nowhere');
      await page.evaluate(() => {
        const hear = (resolve) => globalThis.addEventListener('storage', resolve, { once: true });
        globalThis.heard = new Promise(hear);
      });
      await other.evaluate(() => localStorage.setItem('portolan.session', '{"token":"new"}'));
      await page.evaluate(() => globalThis.heard.then(() => undefined));
      const sent = page.waitForRequest((request) => request.headers().authorization === 'Bearer new');
      await page.getByRole('link', { name: 'Jobs', exact: true }).click();
      await sent;
    }));
});

describe('[CONSOLE-LOGIN-1] a token that two tabs renew at once', () => {
  test('is renewed by one of them, and both go on with it', () =>
    onPage(async (page) => {
      const window = page.context();
      const issuer = `${system.url}/issuer`;
      await window.route('**/config.json', async (route) => {
        const response = await route.fetch();
        const login = { issuer, clientId: 'console', scope: 'openid' };
        await route.fulfill({ response, json: { ...(await response.json()), login } });
      });
      await window.route('**/issuer/.well-known/**', (route) =>
        route.fulfill({ json: { issuer, token_endpoint: `${issuer}/token` } }),
      );
      const other = await window.newPage();
      const used = [];
      let useAgain;
      const usedAgain = new Promise((resolve) => (useAgain = resolve));
      await window.route('**/issuer/token', async (route) => {
        used.push(new URLSearchParams(route.request().postData()).get('refresh_token'));
        if (used.length > 1) {
          useAgain();
          return route.fulfill({ status: 400, json: { error: 'invalid_grant' } });
        }
        // The other tab is about to renew, too: it waits for its turn, or uses the same refresh token.
        const isWaiting = other.waitForFunction(
          async () => (await globalThis.navigator.locks.query()).pending.length > 0,
        );
        await Promise.race([usedAgain, isWaiting]);
        const renewed = { access_token: 'new', refresh_token: 'second', token_type: 'bearer' };
        return route.fulfill({ json: { ...renewed, expires_in: 3600 } });
      });
      await window.addInitScript(() => {
        const old = { token: 'old', refreshToken: 'first', expiresAt: Date.now() };
        if (localStorage.getItem('portolan.session') === null)
          localStorage.setItem('portolan.session', JSON.stringify(old));
      });
      const tabs = [page, other];
      await Promise.all(tabs.map((tab) => tab.goto(`${system.url}/jobs`)));
      for (const tab of tabs) await tab.getByRole('link', { name: 'report', exact: true }).waitFor();
      assert.deepEqual(used, ['first']);
      assert.match(await page.evaluate(() => localStorage.getItem('portolan.session')), /"token":"new"/);
    }));
});
