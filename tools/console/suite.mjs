/** The tests of the lane `console` share a system, a browser, and a page that must have no fault. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { openBrowser, openPage, openWindow } from './browser.mjs';
import { show as open } from './screens.mjs';
import { ConsoleSystem } from './system.mjs';

export const system = new ConsoleSystem();
export let browser;

before(async () => {
  browser = await openBrowser();
  await system.start();
});

after(async () => {
  await browser?.close();
  await system.end();
});

export const show = (page, path) => open(page, `${system.url}${path}`);

/**
 * Runs `work` on a page, and fails when the page did what no page of the console may do.
 * @param expected faults that a test causes
 */
export async function onPage(work, { window, expected } = {}) {
  const own = window ?? (await openWindow(browser));
  const { page, faults } = await openPage(own);
  try {
    await work(page);
    assert.deepEqual(
      faults.filter((fault) => !expected?.test(fault)),
      [],
    );
  } finally {
    await (window ? page.close() : own.close());
  }
}

/** Reports, in the page, whether an element has the focus. */
export const isFocused = (element) => element === document.activeElement;

/** Answers requests of a page to some addresses with an error. */
export const refuse = (page, addresses, status) =>
  page.route(addresses, (route) =>
    route.fulfill({
      status,
      headers: { 'access-control-allow-origin': '*' },
      json: { errorCode: status, message: `answered ${status}` },
    }),
  );
