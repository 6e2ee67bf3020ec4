/** Chromium from the machine, and what is wrong with a page. */
import { findProgram } from '../lib/commands.mjs';
import { load } from '../lib/packages.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser without a window. */
export const openBrowser = () =>
  load('playwright-core').chromium.launch({ executablePath: findProgram('chromium'), args: FLAGS });

/** Addresses whose 404 a screen expects: the job is no array, or has not run and has no output. */
const EXPECTED = [/\/array$/, /\/execution$/, /\/output\/stderr$/];

/** The longest wait for anything on a page, ms: a guard against a hang, not a measure of speed. */
const WAIT_LIMIT_MS = 180_000;

/** Opens a window without a history of its own. Its pages share a cache. */
export async function openWindow(browser, { width = 1280, height = 900, colorScheme = 'light' } = {}) {
  const window = await browser.newContext({ viewport: { width, height }, colorScheme });
  window.setDefaultTimeout(WAIT_LIMIT_MS);
  return window;
}

/**
 * Opens a page. `faults` collects what the page must not do: errors of scripts, refusals of the content policy, answers that report
 * an error.
 */
export async function openPage(window) {
  const page = await window.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) faults.push(message.text());
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isExpected = response.status() === 404 && EXPECTED.some((path) => path.test(pathname));
    if (response.status() >= 400 && !isExpected) faults.push(`${response.status()} ${response.url()}`);
  });
  return { page, faults };
}

/** Returns the findings of axe-core as lines: rule, element, and what is wrong. */
export async function accessibilityFaults(page) {
  // The content policy of the page allows no script of others; evaluated code is not subject to it.
  await page.evaluate(load('axe-core').source);
  const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Returns by how many pixels the page is wider than its window. */
export const overflowOf = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
