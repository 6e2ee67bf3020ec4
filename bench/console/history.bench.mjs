/**
 * The explorer over 100,000 documents in a real browser: time from the service's last answer about a moment until its documents are
 * drawn.
 */
import { openBrowser } from '../../tools/console/browser.mjs';
import { ensureDatabase, withConnection } from '../../tools/lib/databases.mjs';
import { COLLECTION } from '../history/lib/documents.mjs';
import { anotherService, fill, migrateHistory, momentOfDay } from '../history/lib/estate.mjs';
import { consolePort, drawnAt, startConsole, withPage } from './lib/console.mjs';

const REVISIONS = 3;
const ROW = '[role=row] a';

export default {
  name: 'console: a moment of 100,000 documents, drawn after the answer',
  unit: 'ms',
  goal: 200,
  compare: 'value',
  async setup(bench) {
    const { port, env } = await consolePort();
    const database = await bench.database('console_history');
    await ensureDatabase(database);
    await migrateHistory(bench, database);
    await withConnection(database, (connection) => fill(connection, COLLECTION, REVISIONS));
    const history = await anotherService(bench, database, env);
    return { url: await startConsole(bench, port, { history }), browser: await openBrowser() };
  },
  run: ({ url, browser }) =>
    withPage(browser, async (page) => {
      const at = (day) => `${url}/explorer?collection=${COLLECTION}&at=${momentOfDay(day)}`;
      await page.goto(at(1));
      await drawnAt(page, ROW);
      await page.evaluate(watchRows);
      await page.getByRole('button', { name: 'Now', exact: true }).click();
      return page.evaluate(() => globalThis.portolanDrawn);
    }),
  baseline: async () => 0,
  teardown: ({ browser }) => browser.close(),
};

/**
 * Runs in the page: begins `portolanDrawn`, which resolves with the time from the last answer to the frame after the last change of
 * the table, ms. The page is at rest when nothing has changed for half a second.
 */
function watchRows() {
  const QUIET_MS = 500;
  globalThis.portolanDrawn = new Promise((resolve) => {
    let drawn = 0;
    let timer;
    const answers = () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/v2/'));
    const before = answers().length;
    new MutationObserver(() => {
      requestAnimationFrame(() => (drawn = performance.now()));
      clearTimeout(timer);
      timer = setTimeout(() => {
        const last = answers().slice(before).at(-1);
        if (last) resolve(drawn - last.responseEnd);
      }, QUIET_MS);
    }).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
  });
}
