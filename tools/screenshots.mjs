import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, openPage, openWindow } from './console/browser.mjs';
import { streamStarted } from './console/content.mjs';
import { PICTURES, show } from './console/screens.mjs';
import { ConsoleSystem } from './console/system.mjs';
import { main, oneOf } from './lib/command.mjs';
import { Failure, step } from './lib/console.mjs';
import { withServers } from './lib/servers.mjs';
import { withUndo } from './lib/commands.mjs';
import { ROOT } from './lib/settings.mjs';

const FOLDER = join(ROOT, 'docs', 'console');

/** A picture is at most this large, bytes. */
const LIMIT = 150_000;

/** Of WebP: small texts stay clear. */
const QUALITY = 85;

/** Values that are drawn later than the rest: plots, live output, the result of a dry run. */
const SETTLE_MS = 2500;

async function take(browser, system, name, { path, act, ...size }) {
  const window = await openWindow(browser, size);
  const { page } = await openPage(window);
  try {
    await show(page, `${system.url}${path(system)}`);
    await act?.(page);
    await page.waitForTimeout(SETTLE_MS);
    const session = await window.newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    const picture = Buffer.from(data, 'base64');
    if (picture.length > LIMIT) throw new Failure(`the picture ${name} is larger than ${LIMIT} bytes`);
    writeFileSync(join(FOLDER, `${name}.webp`), picture);
  } finally {
    await window.close();
  }
}

const COMMAND = {
  usage: 'npm run screenshots',
  about: 'Takes the pictures of docs/console.md, on services of its own that hold the examples.',
  positionals: { name: 'picture', about: 'names without .webp; without one, all' },
};

await main(COMMAND, ({ positionals }) => {
  const names = positionals.length > 0 ? positionals : Object.keys(PICTURES);
  for (const name of names) oneOf('picture', name, Object.keys(PICTURES));
  return withServers('screenshots', async () => {
    const system = new ConsoleSystem();
    const browser = await openBrowser();
    const end = async () => {
      await browser.close();
      await system.end();
    };
    await withUndo(end, async () => {
      await step('Starting services and console', async () => {
        await system.start({ streams: ['sine-stream', 'event-windows', 'log-tail'] });
        await streamStarted(system.urls.streams, system.stream);
      });
      mkdirSync(FOLDER, { recursive: true });
      // A picture that is no longer taken must not stay.
      if (positionals.length === 0) for (const name of readdirSync(FOLDER)) rmSync(join(FOLDER, name));
      await step('Taking the pictures', async (progress) => {
        for (const name of names) {
          progress(name);
          await take(browser, system, name, PICTURES[name]);
        }
      });
    });
  });
});
