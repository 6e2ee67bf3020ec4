/** The lane `console`: every screen in a real browser, on services with something to see. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accessibilityFaults, openBrowser, openPage, overflowOf } from '../console/browser.mjs';
import { ConsoleSystem, HOSTILE, jobRequest } from '../console/system.mjs';

const system = new ConsoleSystem();
let browser;

before(async () => {
  browser = await openBrowser();
  await system.start();
});

after(async () => {
  await browser?.close();
  await system.end();
});

/** Screens by name; an address may need what the system was filled with. */
const SCREENS = {
  overview: () => '/',
  jobs: () => '/jobs',
  'jobs, none found': () => '/jobs?name=nothing',
  'job that succeeded': () => '/jobs/greeting',
  'job that failed': () => '/jobs/broken',
  array: () => '/jobs/sweep',
  output: () => '/jobs/greeting?tab=output',
  files: () => '/jobs/greeting?tab=files',
  request: () => '/jobs/greeting?tab=request',
  selection: () => '/jobs/greeting?tab=selection',
  dependencies: () => '/jobs/report?tab=dependencies',
  'hostile job': () => '/jobs/hostile',
  submit: () => '/submit',
  nodes: () => '/nodes',
  explorer: () => '/explorer?collection=view/instances',
  resource: () => '/explorer/view/instances/i-0db000001',
  changes: () => '/changes?collection=view/instances',
  streams: () => '/streams',
  stream: () => `/streams/${system.stream}`,
  'no such screen': () => '/nowhere',
};

/** Opens a screen and waits until nothing of it is on its way. */
async function show(page, path) {
  await page.goto(`${system.url}${path}`);
  await page.locator('main h1, main h2').first().waitFor();
  await page.waitForFunction(
    () => document.querySelectorAll('[aria-label="Loading"], .skeleton').length === 0,
  );
}

/** Runs `work` on a page, and fails when the page did what no page of the console may do. */
async function onPage(options, work) {
  const { page, faults, close } = await openPage(browser, options);
  try {
    await work(page);
    assert.deepEqual(faults, []);
  } finally {
    await close();
  }
}

for (const options of [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
])
  describe(`[CONSOLE-LOOK-1] at ${options.width} pixels, ${options.colorScheme}`, () => {
    for (const [name, path] of Object.entries(SCREENS))
      test(`the screen "${name}" has no fault, no finding of axe-core and no overflow`, async () => {
        await onPage(options, async (page) => {
          await show(page, path());
          assert.deepEqual(await accessibilityFaults(page), []);
          assert.equal(await overflowOf(page), 0);
        });
      });
  });

describe('[CONSOLE-JOB-1] a person', () => {
  test('finds why a job failed, from the overview on', () =>
    onPage({}, async (page) => {
      await show(page, '/');
      await page.getByRole('link', { name: 'greeting' }).first().click();
      await page.getByRole('region', { name: 'The end of stderr' }).getByText('the disk is full').waitFor();
      await page.getByRole('cell', { name: 'commandArgs', exact: true }).waitFor();
    }));

  test('submits a job with the keyboard alone and sees its output', () =>
    onPage({}, async (page) => {
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
    onPage({}, async (page) => {
      await system.submit(
        jobRequest('slow', 'for i in 1 2 3 4 5 6 7 8 9; do echo "line $i"; sleep 0.3; done; sleep 60'),
      );
      await show(page, '/jobs/slow?tab=output');
      await page.getByText('line 9').waitFor();
      await page.getByRole('button', { name: 'Kill' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Kill' }).click();
      await page.getByText('KILLED').first().waitFor();
    }));

  test('filters jobs, and the address keeps the filters', () =>
    onPage({}, async (page) => {
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

describe('[CONSOLE-HISTORY-1] a person', () => {
  test('goes back to an earlier moment and compares two revisions', () =>
    onPage({}, async (page) => {
      await show(page, '/explorer?collection=view/instances');
      await page.getByText('8 found').waitFor();
      for (let step = 0; step < 4; step += 1)
        await page.getByRole('button', { name: 'Change before' }).click();
      await page.waitForFunction(() => !document.body.textContent.includes('8 found'));
      await page.goto(`${system.url}/explorer/view/instances/i-0db000001`);
      await page.getByText('"instanceType": "r6i.2xlarge"').waitFor();
    }));
});

describe('[CONSOLE-STREAM-1] a person', () => {
  test('sees the events of a stream, and pauses them', () =>
    onPage({}, async (page) => {
      await show(page, `/streams/${system.stream}?tab=output&sample=0`);
      await page.getByRole('log').getByText('"worker":').first().waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Continue' }).waitFor();
    }));
});

describe('[CONSOLE-SAFE-1] hostile texts', () => {
  test('are shown as texts', () =>
    onPage({}, async (page) => {
      const dialogs = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      for (const path of [
        '/jobs',
        '/jobs/hostile',
        '/jobs/hostile?tab=output&file=stderr',
        '/jobs/hostile?tab=request',
        '/',
      ]) {
        await show(page, path);
        await page.getByText(HOSTILE).first().waitFor();
        assert.equal(await page.locator('main img, main script').count(), 0);
      }
      assert.deepEqual(dialogs, []);
    }));

  test('have no inline script that the content policy allows', async () => {
    const response = await fetch(system.url);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.doesNotMatch(policy, /unsafe/);
  });
});

describe('[CONSOLE-KEYS-1] the keyboard', () => {
  test('lists its keys, and closes the list', () =>
    onPage({}, async (page) => {
      await show(page, '/');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' });
    }));
});
