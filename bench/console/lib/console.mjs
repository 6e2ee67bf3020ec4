/** The console before the services of a case, and pages of it in a real browser. */
import { freePort } from '../../lib/system.mjs';
import { credentials } from '../../lib/guards.mjs';
import { openPage, openWindow } from '../../../tools/console/browser.mjs';
import { CONSOLE, consoleOrigins } from '../../../tools/lib/services.mjs';
import { serviceUrls } from '../../../tools/lib/settings.mjs';

/** Returns a port for the console, and the setting by which services allow its origin. */
export async function consolePort() {
  const port = await freePort();
  return { port, env: { CORS_ORIGINS: consoleOrigins(port) } };
}

/** Starts the console. @param urls addresses of the services that are there, by key @returns its address */
export const startConsole = (bench, port, urls) =>
  bench.serve(CONSOLE.app, [CONSOLE.program], {
    env: serviceUrls((key) => urls[key] ?? ''),
    path: CONSOLE.health,
    port,
  });

/** Runs `work` on a page of a window with an empty cache, whose person is logged in. */
export async function withPage(browser, work) {
  const window = await openWindow(browser);
  const session = JSON.stringify({ token: credentials().authorization?.replace('Bearer ', '') ?? '' });
  await window.addInitScript((text) => sessionStorage.setItem('portolan.session', text), session);
  try {
    const { page } = await openPage(window);
    return await work(page);
  } finally {
    await window.close();
  }
}

/**
 * Resolves when an element is drawn. The page is asked in each frame: a locator asks in growing intervals, up to half a second.
 * @param text the whole text of the element, if it matters
 * @returns ms since the page began to load
 */
export async function drawnAt(page, selector, text) {
  const found = await page.waitForFunction(
    (wanted) => {
      const isDrawn = ({ textContent, offsetParent }) =>
        offsetParent !== null && (wanted.text === undefined || textContent === wanted.text);
      return [...document.querySelectorAll(wanted.selector)].some(isDrawn) && performance.now();
    },
    { selector, text },
  );
  return found.jsonValue();
}

/** Notes when the page is clicked next. @returns a function that resolves with that time, ms since the page began to load */
export async function nextClick(page) {
  await page.evaluate(() => {
    const note = ({ timeStamp }) => (globalThis.portolanClicked = timeStamp);
    addEventListener('click', note, { capture: true, once: true });
  });
  return () => page.evaluate(() => globalThis.portolanClicked);
}
