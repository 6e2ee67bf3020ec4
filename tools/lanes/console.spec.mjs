/** The lane `console`: every screen in a real browser, on services with something to see. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accessibilityFaults, openBrowser, openPage, openWindow, overflowOf } from '../console/browser.mjs';
import {
  HOSTILE,
  SECURITY_GROUP,
  endedStream,
  jobRequest,
  replaceWorker,
  securityGroup,
  streamStarted,
  unstartableStream,
} from '../console/content.mjs';
import { SCREENS, show as open } from '../console/screens.mjs';
import { GuardedConsole } from '../console/guarded.mjs';
import { JOBS, LargeConsole } from '../console/large.mjs';
import { ProxiedConsole } from '../console/proxied.mjs';
import { ConsoleSystem } from '../console/system.mjs';

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

/** The height of a row in a list. */
const ROW_PX = 40;

/** A service that has just started does not reach its node yet. */
const BUSY = /^503 /;

const show = (page, path) => open(page, `${system.url}${path}`);

/**
 * Runs `work` on a page, and fails when the page did what no page of the console may do.
 * @param expected faults that a test causes
 */
async function onPage(work, { window, expected } = {}) {
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

for (const size of [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
])
  describe(`[CONSOLE-LOOK-1] at ${size.width} pixels, ${size.colorScheme}`, () => {
    let window;
    before(async () => {
      window = await openWindow(browser, size);
    });
    after(() => window.close());
    for (const [name, path] of Object.entries(SCREENS))
      test(`the screen "${name}" has no fault, no finding of axe-core and no overflow`, () =>
        onPage(
          async (page) => {
            await show(page, path(system));
            assert.deepEqual(await accessibilityFaults(page), []);
            assert.equal(await overflowOf(page), 0);
          },
          { window },
        ));
  });

describe('[CONSOLE-OVERVIEW-1] the overview', () => {
  test('shows the last day by hour: outcomes, and waits for a start', () =>
    onPage(async (page) => {
      await show(page, '/');
      await page
        .getByRole('img', { name: /^Jobs by hour in the last 24 hours: [1-9]\d* SUCCEEDED/ })
        .waitFor();
      await page.getByRole('img', { name: /^[1-9]\d* jobs started .* the longest wait was \d/ }).waitFor();
      for (const title of ['Batch jobs', 'Failed last', 'Streaming jobs', 'History'])
        await page.getByRole('region', { name: title }).waitFor();
    }));

  test('leads from a number to the jobs that it counts', () =>
    onPage(async (page) => {
      await show(page, '/');
      const figures = page.getByRole('region', { name: 'Batch jobs' }).getByRole('listitem');
      const failed = figures.filter({ hasText: 'FAILED' }).getByRole('link');
      const count = await failed.textContent();
      await failed.click();
      await page.getByText(`${count} found`, { exact: true }).waitFor();
      assert.match(page.url(), /status=FAILED&finishedIn=24h$/);
    }));
});

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

/** From the overview: why a job failed, and the same job with a change. */
async function runAgainWithChange(page) {
  await page.getByRole('link', { name: 'All failed jobs' }).click();
  await page
    .getByRole('row', { name: / broken$/ })
    .getByRole('link')
    .click();
  const reason = page.getByRole('region', { name: 'What went wrong' });
  await reason.getByText('Job failed: exit code 3.').waitFor();
  await page.getByRole('link', { name: 'Run with changes' }).click();
  await page.getByLabel('Name', { exact: true }).fill('mended');
  await page.getByLabel('Arguments').fill("-c 'echo mended'");
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { name: 'mended' }).waitFor();
  await page.getByText('SUCCEEDED').first().waitFor();
}

async function seeSecurityGroup(page) {
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await page.getByRole('link', { name: 'cloud/securityGroups' }).click();
  await page
    .getByRole('row', { name: /^3d ago .* changed/ })
    .getByRole('link', { name: SECURITY_GROUP })
    .click();
  const lines = page.getByRole('region', { name: 'Lines that differ' }).getByRole('row');
  await lines.filter({ hasText: /"10\.20\.0\.0\/16".*"0\.0\.0\.0\/0"/ }).waitFor();
  const revisions = page.getByRole('region', { name: 'Revisions' }).getByRole('row');
  const [newest, first] = [revisions.nth(1), revisions.nth(2)];
  await newest.getByText('operations AuthorizeSecurityGroupIngress').waitFor();
  await newest.getByText('from 203.0.113.99').waitFor();
  await first.getByText('not in the trail').waitFor();
}

/** On the page of a stream: one worker more in its stage 2, and back. */
async function scale(page) {
  const stage = page
    .getByRole('list', { name: 'Stages' })
    .getByRole('listitem')
    .filter({ hasText: 'Stage 2' });
  // A stage whose workers are still on their way is not scaled.
  await stage.getByText('Started 2').waitFor();
  await stage.getByRole('button', { name: 'Add a worker to stage 2', exact: true }).click();
  await page.getByText('Stage 2 is being scaled to 3 workers.').waitFor();
  await stage.getByText('Started 3').waitFor();
  await stage.getByRole('button', { name: 'Remove a worker from stage 2', exact: true }).click();
  await stage.getByText('Started 2').waitFor();
}

describe('[CONSOLE-LOOK-2] the address of something that does not exist', () => {
  for (const [path, text] of [
    ['/jobs/missing', 'No job with id missing exists'],
    ['/schedules/missing', 'missing'],
    ['/registry/commands/missing', 'missing'],
    ['/streams/missing-1', 'missing-1'],
    ['/explorer/view/instances/missing', 'No revision of this resource is known'],
  ])
    test(`${path} names it and says so`, () =>
      onPage(
        async (page) => {
          await show(page, path);
          await page.getByRole('heading', { level: 1, name: /^missing/ }).waitFor();
          await page.locator('main .alert, main .note').getByText(text).first().waitFor();
          assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
        },
        { expected: /^404 / },
      ));
});

describe('[CONSOLE-FLOW-1] a stranger, from the overview on,', () => {
  test('finds why a job failed, and runs it again with a change', () =>
    onPage(async (page) => {
      await show(page, '/');
      await runAgainWithChange(page);
    }));

  test('[CONSOLE-HISTORY-2] sees when and how a security group changed last week, and who did it', () =>
    onPage(async (page) => {
      await show(page, '/');
      await seeSecurityGroup(page);
    }));

  test('scales a stream, and back', () =>
    onPage(async (page) => {
      await show(page, '/');
      await page.getByRole('link', { name: 'All streams' }).click();
      await page.getByRole('link', { name: system.stream }).click();
      await scale(page);
    }));
});

describe('[CONSOLE-LOGIN-2] behind nginx and with tokens demanded, in the dark,', () => {
  const proxied = new ProxiedConsole();
  let window;
  before(async () => {
    await proxied.start();
    window = await openWindow(browser, { colorScheme: 'dark' });
  });
  after(async () => {
    await window?.close();
    await proxied.end();
  });

  test('a submitter runs the job of somebody else with a change, sees a change, and scales an own stream', () =>
    onPage(
      async (page) => {
        const isTheirs = page.getByRole('definition').filter({ hasText: /^submitter$/ });
        await page.goto(proxied.url);
        await page.getByRole('button', { name: /^Log in at/ }).click();
        await page.getByRole('button', { name: 'submitter' }).click();
        await runAgainWithChange(page);
        await isTheirs.waitFor();
        await seeSecurityGroup(page);
        await page.getByRole('link', { name: 'Streams', exact: true }).click();
        await page.getByRole('button', { name: 'Submit a job of sine-stream' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Submit a job' }).click();
        await isTheirs.waitFor();
        await scale(page);
        await page.getByRole('link', { name: 'Output' }).click();
        await page.getByRole('log').getByText('"worker":').first().waitFor();
        await page.getByRole('button', { name: 'Kill' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Kill' }).click();
        await page.getByText('is being ended').waitFor();
      },
      // Answers that lead to the login.
      { window, expected: /^401 / },
    ));
});

describe('[CONSOLE-SPEED-1] the console is small', () => {
  test('at most 150 KB of scripts come before the overview', () =>
    onPage(async (page) => {
      await show(page, '/');
      await page.getByText('free slots').waitFor();
      const sizes = await page.evaluate(() =>
        globalThis.performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ transferSize }) => transferSize),
      );
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      assert.ok(bytes > 0 && bytes <= 150_000, `${bytes} bytes in ${sizes.length} files`);
    }));

  test('the output of 200 MB is shown from its end, in a tab of at most 150 MB', () =>
    onPage(async (page) => {
      const script = 'yes "a line of the output" | head -c 200000000; echo; echo the end';
      await system.jobs.submit(jobRequest('large', script));
      await system.jobs.ended('large');
      await show(page, '/jobs/large?tab=output');
      await page.getByRole('log', { name: 'stdout' }).getByText('the end', { exact: true }).waitFor();
      const session = await page.context().newCDPSession(page);
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      assert.ok(usedSize <= 150_000_000, `${usedSize} bytes`);
    }));
});

describe('[CONSOLE-SPEED-2] with much to show', () => {
  const large = new LargeConsole();
  before(() => large.start());
  after(() => large.end());

  test('100,000 jobs are scrolled to the last one, in a page of few rows', () =>
    onPage(async (page) => {
      await open(page, `${large.url}/jobs`);
      await page.getByText(`${JOBS.toLocaleString('en')} found`).waitFor();
      const table = page.getByRole('table', { name: 'Jobs' });
      await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await table.locator(`[aria-rowindex="${JOBS + 1}"] a`).waitFor();
      const rows = await table.getByRole('row').count();
      assert.ok(rows < 100, `${rows} rows`);
    }));

  test('rows reuse the elements of others during scrolling; at rest they are in order', () =>
    onPage(async (page) => {
      await open(page, `${large.url}/jobs`);
      const table = page.getByRole('table', { name: 'Jobs' });
      const link = table.locator('[aria-rowindex="5"] a');
      await link.focus();
      const element = await table.locator('[aria-rowindex="2"]').elementHandle();
      const scrollTo = (row) => table.evaluate((one, top) => one.scrollTo(0, top), row * ROW_PX);
      await scrollTo(6);
      await table.locator('[aria-rowindex="30"] a').waitFor();
      assert.equal(await link.evaluate((one) => one === document.activeElement), true);
      await scrollTo(1000);
      await table.locator('[aria-rowindex="1010"] a').waitFor();
      // Its row has left: the focus would be on a job that nobody has chosen.
      assert.equal(await table.evaluate((one) => one === document.activeElement), true);
      assert.ok(
        (await element.getAttribute('aria-rowindex')) > 900,
        'the element of the first row is reused',
      );
      await page.waitForFunction(() => {
        const numbers = [...document.querySelectorAll('.virtual-rows > [aria-rowindex]')].map((row) =>
          Number(row.getAttribute('aria-rowindex')),
        );
        return numbers.length > 0 && numbers.every((one, index) => one === numbers[0] + index);
      });
    }));

  test('a stream of 5,000 events a second is counted and paused', () =>
    onPage(async (page) => {
      await open(page, `${large.url}/streams/${large.stream}?tab=output&sample=0`);
      await page.getByText(/^[3-9],\d{3} events\/s, /).waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Continue' }).waitFor();
      assert.ok((await page.getByRole('log').locator('p').count()) <= 200);
    }));
});

describe('[CONSOLE-AWAY-1] while a service is away', () => {
  test('a list keeps its rows, says so, and resumes by itself when the service is back', () =>
    onPage(async (page) => {
      await show(page, '/jobs');
      const row = page.getByRole('link', { name: 'report', exact: true });
      await row.waitFor();
      system.gateway.cut();
      try {
        await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
        await row.waitFor();
      } finally {
        system.gateway.mend();
      }
      await page.getByRole('alert').waitFor({ state: 'detached' });
    }));

  test('a screen that is opened says so, and goes on by itself when the service is back', () =>
    onPage(async (page) => {
      system.gateway.cut();
      try {
        for (const path of ['/', '/jobs', '/jobs/greeting']) {
          await page.goto(`${system.url}${path}`);
          await page.getByRole('alert').getByText('The service cannot be reached.').first().waitFor();
        }
      } finally {
        system.gateway.mend();
      }
      await page.getByRole('heading', { level: 1, name: 'greeting' }).waitFor();
    }));

  test('a job that is opened to run again with changes is there when the service is back', () =>
    onPage(async (page) => {
      // A request and its two repetitions.
      const isGivenUp = new Promise((resolve) => {
        let failed = 0;
        page.on('requestfailed', (request) => {
          if (!request.url().endsWith('/jobs/greeting/request')) return;
          failed += 1;
          if (failed === 3) resolve();
        });
      });
      system.gateway.cut();
      try {
        await page.goto(`${system.url}/submit?from=greeting`);
        await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
        await isGivenUp;
      } finally {
        system.gateway.mend();
      }
      await page.getByLabel('Attachments').waitFor();
    }));

  test('documents that are opened are there when the service is back', () =>
    onPage(async (page) => {
      const history = '**/api/v2/**';
      await page.route(history, (route) => route.abort());
      await page.goto(`${system.url}/explorer?collection=view/instances`);
      await page.getByRole('alert').getByText('The service cannot be reached.').first().waitFor();
      await page.waitForFunction(() => document.querySelectorAll('[role=alert]').length > 1);
      await page.unroute(history);
      await page.getByRole('table', { name: 'view/instances' }).waitFor();
      await page.getByRole('alert').first().waitFor({ state: 'detached' });
    }));

  test('the output of a job continues where it was, without a lost or repeated line', () =>
    onPage(async (page) => {
      const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
      await system.jobs.submit(jobRequest('cut', 'for i in $(seq 40); do echo "line $i"; sleep 0.1; done'));
      await show(page, '/jobs/cut?tab=output');
      const log = page.getByRole('log', { name: 'stdout' });
      await log.getByText('line 3', { exact: true }).waitFor();
      system.gateway.cut();
      try {
        await system.jobs.ended('cut');
      } finally {
        system.gateway.mend();
      }
      await log.getByText('line 40', { exact: true }).waitFor();
      assert.deepEqual((await log.innerText()).split('\n').filter(Boolean), lines);
    }));

  test('after a killed service has started again, lists and the output of a job go on', () =>
    onPage(
      async (page) => {
        const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
        await system.jobs.submit(
          jobRequest('survivor', 'for i in $(seq 40); do echo "line $i"; sleep 0.2; done'),
        );
        const list = await page.context().newPage();
        await show(list, '/jobs');
        await list.getByRole('link', { name: 'survivor', exact: true }).waitFor();
        await show(page, '/jobs/survivor?tab=output');
        const log = page.getByRole('log', { name: 'stdout' });
        await log.getByText('line 3', { exact: true }).waitFor();
        const startAgain = await system.killJobs();
        try {
          await list.getByRole('alert').getByText('The service cannot be reached.').waitFor();
        } finally {
          await startAgain();
        }
        await list.getByRole('alert').waitFor({ state: 'detached' });
        await log.getByText('line 40', { exact: true }).waitFor();
        assert.deepEqual((await log.innerText()).split('\n').filter(Boolean), lines);
        await list.getByRole('row', { name: /SUCCEEDED survivor/ }).waitFor();
        await system.jobs.submit(jobRequest('afterwards', 'true'));
        await list.getByRole('row', { name: /SUCCEEDED afterwards/ }).waitFor();
      },
      { expected: BUSY },
    ));
});

describe('[CONSOLE-LIVE-1] a list of jobs', () => {
  test('follows the changes of jobs, and asks for nothing while nothing changes', () =>
    onPage(async (page) => {
      await show(page, '/jobs?user=quiet');
      await page.getByText('No job matches these filters').waitFor();
      let searches = 0;
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/api/v3/jobs') searches += 1;
      });
      // Longer than the interval of polling, after the search that the opened stream causes: there is no event to wait for.
      await page.waitForTimeout(1000);
      const before = searches;
      await page.waitForTimeout(2500);
      assert.equal(searches, before);
      await system.jobs.submit(jobRequest('live', 'sleep 60', { user: 'quiet' }));
      await page.getByRole('row', { name: /RUNNING live/ }).waitFor();
      await fetch(`${system.urls.jobs}/api/v3/jobs/live`, { method: 'DELETE' });
      await page.getByRole('row', { name: /KILLED live/ }).waitFor();
    }));
});

describe('[CONSOLE-LIVE-1] a tab out of view', () => {
  test('does not follow the states of a job, and does so again when it comes back', () =>
    onPage(async (page) => {
      await system.jobs.submit(jobRequest('unseen', 'sleep 600'));
      const isStream = (request) => new URL(request.url()).pathname === '/api/v3/jobs/unseen/status';
      const turn = (state) =>
        page.evaluate((visibility) => {
          Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, state);
      await show(page, '/jobs/unseen');
      await page.getByRole('region', { name: 'States' }).getByText('RUNNING', { exact: true }).waitFor();
      await Promise.all([page.waitForEvent('requestfailed', isStream), turn('hidden')]);
      await fetch(`${system.urls.jobs}/api/v3/jobs/unseen`, { method: 'DELETE' });
      await Promise.all([page.waitForRequest(isStream), turn('visible')]);
      await page.getByRole('region', { name: 'States' }).getByText('KILLED', { exact: true }).waitFor();
    }));
});

describe('[CONSOLE-LIVE-2] without a click', () => {
  test('the page of a stream follows its workers, and asks for nothing while they run', () =>
    onPage(async (page) => {
      await show(page, `/streams/${system.stream}`);
      await streamStarted(system.urls.streams, system.stream);
      await page.getByRole('list', { name: 'Stages' }).getByText('Started').first().waitFor();
      // Longer than the interval at which starting workers are asked for: there is no event to wait for.
      await page.waitForTimeout(2500);
      let records = 0;
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === `/api/v1/jobs/${system.stream}`) records += 1;
      });
      await page.waitForTimeout(2500);
      assert.equal(records, 0);
      const replaced = await replaceWorker(system.urls.streams, system.stream);
      const replaces = page.getByRole('region', { name: 'Workers', exact: true }).locator('td:nth-child(7)');
      await replaces.getByText(String(replaced), { exact: true }).waitFor();
      await streamStarted(system.urls.streams, system.stream);
    }));
});

describe('[CONSOLE-LIVE-3] without a click', () => {
  test('the explorer and the page of a resource follow their feed, and ask for nothing while nothing changes', () =>
    onPage(async (page) => {
      await show(page, '/explorer?collection=cloud/securityGroups&where=groupId=sg-1new');
      await page.getByText('Nothing was found at this moment').waitFor();
      let reads = 0;
      page.on('request', (request) => {
        const isFeed = request.headers().accept === 'text/event-stream';
        if (new URL(request.url()).pathname.startsWith('/api/v2/cloud/securityGroups') && !isFeed) reads += 1;
      });
      // Longer than the interval at which changes are read: there is no event to wait for.
      await page.waitForTimeout(1500);
      assert.equal(reads, 0);
      const old = securityGroup(SECURITY_GROUP, '0.0.0.0/0');
      system.cloud.record([old, securityGroup('sg-1new', '10.20.0.0/16')]);
      await page.getByRole('link', { name: 'sg-1new' }).click();
      await page.getByRole('heading', { name: '1 revision', exact: true }).waitFor();
      system.cloud.record([old, securityGroup('sg-1new', '10.21.0.0/16')]);
      await page.getByRole('heading', { name: '2 revisions', exact: true }).waitFor();
    }));
});

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

describe('[CONSOLE-NODES-1] the nodes', () => {
  test('show what runs on each: a job, and the workers of a stream', () =>
    onPage(async (page) => {
      await system.jobs.submit(jobRequest('here', 'sleep 60'));
      await show(page, '/nodes');
      await page.getByRole('link', { name: `${system.stream} 1/1` }).waitFor();
      await page.getByRole('link', { name: 'here', exact: true }).click();
      await page.getByRole('button', { name: 'Kill' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Kill' }).click();
      await page.getByText('KILLED').first().waitFor();
    }));
});

describe('[CONSOLE-HISTORY-1] a person', () => {
  test('goes back to an earlier moment and compares two revisions', () =>
    onPage(async (page) => {
      await show(page, '/explorer?collection=view/instances');
      await page.getByText('8 found').waitFor();
      for (let step = 0; step < 4; step += 1)
        await page.getByRole('button', { name: 'Change before' }).click();
      await page.waitForFunction(() => !document.body.textContent.includes('8 found'));
      await page.goto(`${system.url}/explorer/view/instances/i-0db000001`);
      await page.getByText('"instanceType": "r6i.2xlarge"').waitFor();
    }));
});

describe('[CONSOLE-SCHEDULE-1] a person', () => {
  test('creates a schedule with the keyboard alone, pauses it, and triggers it', () =>
    onPage(async (page) => {
      await show(page, '/');
      await page.keyboard.press('g');
      await page.keyboard.press('d');
      await page.getByRole('link', { name: 'Create a schedule' }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Name', { exact: true }).focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('by-keyboard');
      await page.getByLabel('Cron').focus();
      await page.keyboard.press('Control+a');
      // As one change: a half of it would be sent to the service, and refused.
      await page.keyboard.insertText('15 5 1 1 *');
      await page
        .getByRole('cell', { name: /01 Jan .* 05:15:00/ })
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Create' }).press('Enter');
      await page.getByRole('heading', { name: 'by-keyboard' }).waitFor();
      await page.getByRole('button', { name: 'Pause' }).press('Enter');
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      await page.getByRole('button', { name: 'Trigger' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Trigger' }).press('Enter');
      await page.getByText('SUCCEEDED').first().waitFor();
    }));

  test('backfills a range after its number of fires was stated, and sees the fires', () =>
    onPage(async (page) => {
      await show(page, '/schedules/nightly-report');
      await page.getByRole('button', { name: 'Backfill' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('From').fill('2026-03-02T00:00');
      await dialog.getByLabel('To, included').fill('2026-03-03T23:59');
      await dialog.getByText('In this range: 2 times').waitFor();
      await dialog.getByRole('button', { name: 'Create the fires' }).click();
      await page.getByText('2 fires of nightly-report were created').waitFor();
      await page.getByRole('link', { name: 'Fires' }).click();
      await page.getByRole('link', { name: /^nightly-report-20260302T/ }).waitFor();
    }));

  test('changes the times of a schedule; the rest of it stays', () =>
    onPage(async (page) => {
      await show(page, '/schedules/old-export?tab=edit');
      await page.getByLabel('Cron').fill('0 6 * * SUN');
      await page
        .getByRole('cell', { name: /^Sun, .* 06:00:00/ })
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Save the changes' }).click();
      await page.getByText('old-export was changed').waitFor();
      await page.getByText('0 6 * * SUN').first().waitFor();
      await page.getByText('PAUSED', { exact: true }).waitFor();
    }));
});

describe('[CONSOLE-REGISTRY-1] a person', () => {
  test('sees where a command can run, and takes a deprecated one into use', () =>
    onPage(async (page) => {
      await show(page, '/registry?tab=commands&status=DEPRECATED');
      await page.getByRole('link', { name: 'python' }).click();
      await page
        .getByRole('region', { name: 'Clusters that it can run on, in order of priority' })
        .getByRole('link', { name: 'workstation' })
        .waitFor();
      await page.getByLabel('Status').selectOption('ACTIVE');
      await page.getByRole('button', { name: 'Set the status' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Set the status' }).click();
      await page.getByText('python is ACTIVE').waitFor();
    }));

  test('creates, changes and deletes an application with the keyboard alone', () =>
    onPage(async (page) => {
      await show(page, '/');
      await page.keyboard.press('g');
      await page.keyboard.press('r');
      await page.getByRole('link', { name: 'Applications' }).press('Enter');
      await page.getByRole('link', { name: 'Create an application' }).press('Enter');
      const fields = page.getByLabel('Fields');
      await fields.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('{"id": "tool", "name": "tool", "user": "ana", "version": "1"');
      await page.getByRole('alert').waitFor();
      await page.keyboard.insertText(', "status": "ACTIVE"}');
      await page.getByRole('button', { name: 'Create' }).press('Enter');
      await page.getByRole('heading', { name: 'tool' }).waitFor();
      await page.getByRole('link', { name: 'Edit' }).press('Enter');
      await page.getByLabel('All fields').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('{"name": "tool", "user": "ana", "version": "2", "status": "ACTIVE"}');
      await page.getByRole('button', { name: 'Save the changes' }).press('Enter');
      await page.getByText('The application tool was changed').waitFor();
      await page.getByRole('definition').filter({ hasText: /^2$/ }).waitFor();
      await page.getByRole('button', { name: 'Delete' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
      await page.getByText('tool was deleted').waitFor();
    }));
});

describe('[CONSOLE-STREAM-1] a person', () => {
  test('sees the events of a stream, and pauses them', () =>
    onPage(async (page) => {
      await show(page, `/streams/${system.stream}?tab=output&sample=0`);
      await page.getByRole('log').getByText('"worker":').first().waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Continue' }).waitFor();
    }));
});

describe('[CONSOLE-STREAM-1] a stranger', () => {
  test('sees why the workers of a stream cannot start, and what has happened', () =>
    onPage(async (page) => {
      const broken = await unstartableStream(system.urls.streams, 'sine-stream', system.artifacts);
      await show(page, `/streams/${broken}`);
      const why = page.getByRole('region', { name: /^Why it (failed|has not started)$/ });
      await why.getByText(/nothing-here\.zip.*404|404.*nothing-here\.zip/).waitFor();
      await why.getByRole('link', { name: 'All events' }).click();
      const events = page.getByRole('region', { name: 'Events' });
      await events.getByRole('row', { name: /the job .*Job request received/ }).waitFor();
      await events.getByRole('row', { name: /worker 1 .*404/ }).waitFor();
      await fetch(`${system.urls.streams}/api/v1/jobs/${broken}?user=ana`, { method: 'DELETE' });
      await page
        .getByText('Failed', { exact: true })
        .or(page.getByText('Completed', { exact: true }))
        .first()
        .waitFor();
    }));

  test('finds a stream that has ended, and what its worker wrote', () =>
    onPage(
      async (page) => {
        const ended = await endedStream(system.urls.streams, 'sine-stream');
        await show(page, '/streams');
        await page
          .getByRole('region', { name: 'Jobs that ended last' })
          .getByRole('link', { name: ended })
          .click();
        await page.getByRole('heading', { name: ended }).waitFor();
        await page.getByRole('link', { name: 'Worker logs' }).click();
        await page.getByRole('heading', { name: 'The end of stderr of worker 1' }).waitFor();
        await page.getByText('Nothing has been written to stderr').waitFor();
      },
      // An empty file has no end.
      { expected: /^416 / },
    ));
});

describe('[CONSOLE-STREAM-2] the stages of a stream', () => {
  test('show their rates, with a small plot each', () =>
    onPage(async (page) => {
      await streamStarted(system.urls.streams, system.stream);
      await show(page, `/streams/${system.stream}`);
      const plots = page
        .getByRole('list', { name: 'Stages' })
        .getByRole('img', { name: /^Events .* [\d,.]+\/s in, [1-9][\d,.]*\/s out, 0\/s dropped$/ });
      await plots.nth(1).waitFor();
    }));
});

describe('[CONSOLE-SAFE-1] hostile texts', () => {
  test('are shown as texts', () =>
    onPage(async (page) => {
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
    onPage(async (page) => {
      await show(page, '/');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' });
    }));
});

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

/** Reports, in the page, whether an element has the focus. */
const isFocused = (element) => element === document.activeElement;

/** Answers requests of a page to some addresses with an error. */
const refuse = (page, addresses, status) =>
  page.route(addresses, (route) =>
    route.fulfill({
      status,
      headers: { 'access-control-allow-origin': '*' },
      json: { errorCode: status, message: `answered ${status}` },
    }),
  );

describe('[CONSOLE-JOB-2] a person', () => {
  test('learns that the output of a failed job cannot be read, instead of that it is empty', () =>
    onPage(
      async (page) => {
        await refuse(page, '**/jobs/broken/output/**', 503);
        await show(page, '/jobs/broken');
        await page.getByRole('region', { name: 'What went wrong' }).getByText('answered 503').waitFor();
      },
      { expected: /^503 / },
    ));

  test('learns that a job cannot be compared with the one that succeeded', () =>
    onPage(
      async (page) => {
        await refuse(page, '**/jobs/broken/execution', 503);
        await show(page, '/jobs/broken');
        await page.getByRole('region', { name: 'What went wrong' }).getByText('answered 503').waitFor();
      },
      { expected: /^503 / },
    ));

  test('learns that the execution and the elements of a job cannot be read', () =>
    onPage(
      async (page) => {
        await refuse(page, '**/jobs/sweep/execution', 503);
        await refuse(page, '**/jobs/sweep/array', 503);
        await show(page, '/jobs/sweep');
        await page.getByRole('region', { name: 'Execution' }).getByText('answered 503').waitFor();
        await page.locator('.stack > .alert').getByText('answered 503').waitFor();
      },
      { expected: /^503 / },
    ));

  test('reads a large output from its first line to its end', () =>
    onPage(async (page) => {
      await system.jobs.submit(jobRequest('lines', 'seq 400000'));
      await system.jobs.ended('lines');
      await show(page, '/jobs/lines?tab=output&at=0');
      const log = page.getByRole('log', { name: 'stdout' });
      await log.locator('.log-line').first().getByText('1', { exact: true }).last().waitFor();
      await page.getByRole('button', { name: 'Later' }).click();
      await page.waitForURL(/at=1500000/);
      // The part begins with the end of a line, which is empty.
      await log.locator('.log-line').nth(1).waitFor();
      await page.getByRole('button', { name: 'Later', disabled: true }).waitFor();
    }));

  test('comes to the end of an empty output, and is not told that one is empty which loads', () =>
    onPage(
      async (page) => {
        const stderr = '**/jobs/greeting/output/stderr';
        let release;
        const released = new Promise((resolve) => (release = resolve));
        await page.route(stderr, async (route) => {
          await released;
          await route.fulfill({
            status: 416,
            headers: { 'access-control-allow-origin': '*' },
            json: { errorCode: 416, message: 'behind the end' },
          });
        });
        await show(page, '/jobs/greeting?tab=output&file=stderr&at=0');
        await page.getByText('loading …').waitFor();
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
        assert.equal(await page.getByText('Nothing has been written').count(), 0);
        release();
        await page.getByText('Nothing has been written to stderr here.').waitFor();
        await page.getByRole('button', { name: 'Later', disabled: true }).waitFor();
      },
      { expected: /^416 / },
    ));

  test('sees the part of an output that was chosen last, also when an earlier one arrives after it', () =>
    onPage(async (page) => {
      let release;
      const released = new Promise((resolve) => (release = resolve));
      await page.route('**/jobs/greeting/output/stderr', async (route) => {
        await released;
        await route.fulfill({
          status: 206,
          headers: {
            'access-control-allow-origin': '*',
            'access-control-expose-headers': 'content-range',
            'content-range': 'bytes 0-4/5',
          },
          body: 'late\n',
        });
      });
      await show(page, '/jobs/greeting?tab=output&file=stderr&at=0');
      await page.getByText('loading …').waitFor();
      await page.getByRole('button', { name: 'stdout', exact: true }).click();
      await page.getByRole('button', { name: 'Beginning' }).click();
      const line = page.getByRole('log', { name: 'stdout' }).getByText(/hello/i);
      await line.waitFor();
      release();
      await page.unrouteAll({ behavior: 'wait' });
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      assert.ok(await line.isVisible());
      assert.equal(await page.getByText('loading …').count(), 0);
    }));

  test('learns that attachments are not submitted again with changes', () =>
    onPage(async (page) => {
      await show(page, '/submit');
      await page.getByLabel('Name', { exact: true }).fill('attached');
      const file = { name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from('1,2') };
      await page.getByLabel('Attachments').setInputFiles(file);
      await page.getByText('workstation (workstation)').waitFor();
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('link', { name: 'Run with changes' }).click();
      await page.getByText('The job had 1 attachment, which is not submitted again').waitFor();
    }));

  test('opens and saves a file of an earlier attempt', () =>
    onPage(async (page) => {
      const retry = { limit: 1, on: ['exit'], delaySeconds: 0 };
      await system.jobs.submit(jobRequest('twice', 'echo "this is $PORTOLAN_ATTEMPT"; exit 1', { retry }));
      await system.jobs.ended('twice');
      await show(page, '/jobs/twice');
      const attempts = page.getByRole('region', { name: 'Attempts, oldest first' });
      await attempts.getByRole('link', { name: 'Files' }).first().click();
      await page.getByRole('link', { name: 'stdout' }).click();
      await page.getByRole('log').getByText('this is 1').waitFor();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      // The browser adds an extension to a name without one.
      assert.match(saved.suggestedFilename(), /^stdout/);
      await page.getByRole('link', { name: 'latest attempt' }).click();
      await page.getByRole('log').getByText('this is 2').waitFor();
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

describe('[CONSOLE-OVERVIEW-1] the health of the services', () => {
  test('tells which one is away, and when it is back', () =>
    onPage(async (page) => {
      await show(page, '/');
      const services = page.getByRole('list', { name: 'Services' });
      for (const name of ['Jobs', 'History', 'Streams'])
        await services.getByText(`${name}: up`, { exact: true }).waitFor();
      system.gateway.cut();
      try {
        await services.getByText('Jobs: away').waitFor();
      } finally {
        system.gateway.mend();
      }
      await services.getByText('Jobs: up').waitFor();
    }));
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

describe('[CONSOLE-HISTORY-1] the explorer', () => {
  test('shows who had an address at any time, and documents as JSON', () =>
    onPage(async (page) => {
      await show(page, '/explorer?collection=view/instances&where=publicIpAddress=203.0.113.10');
      await page.getByText('1 found').waitFor();
      await page.getByRole('button', { name: 'JSON' }).click();
      await page.getByText('"publicIpAddress": "203.0.113.10"').waitFor();
      await page.getByRole('button', { name: 'any time' }).click();
      await page.getByRole('row', { name: /^i-0bast0002 / }).waitFor();
      await page.getByRole('link', { name: 'i-0bast0001' }).click();
      await page.getByRole('heading', { level: 1, name: 'i-0bast0001' }).waitFor();
    }));
});

describe('[CONSOLE-HISTORY-1] the explorer, with many documents,', () => {
  test('shows the first of them as JSON, wherever the table was scrolled to', () =>
    onPage(async (page) => {
      const more = Array.from({ length: 300 }, (_, index) => `more-${index}`);
      await page.route(/\/view\/instances(;_expand[^/]*)?$/, async (route) => {
        if (route.request().headers().accept !== 'application/json') return route.continue();
        const response = await route.fetch();
        return route.fulfill({ response, json: [...(await response.json()), ...more] });
      });
      await page.route(/\/view\/instances\/(?!.*i-0).*more-/, (route) =>
        route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: [] }),
      );
      await show(page, '/explorer?collection=view/instances');
      const table = page.getByRole('table', { name: 'view/instances' });
      await table.locator('[aria-rowindex="2"]').waitFor();
      await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await table.getByRole('link', { name: 'more-299' }).waitFor();
      await page.getByRole('button', { name: 'JSON' }).click();
      await page.getByText('"publicIpAddress": "203.0.113.10"').first().waitFor();
    }));
});

describe('[CONSOLE-RELEASE-1] with an earlier release of the job API', () => {
  test('a job shows its execution, and runs again with changes', () =>
    onPage(
      async (page) => {
        await refuse(page, '**/jobs/greeting/metadata', 404);
        await show(page, '/jobs/greeting');
        await page.getByRole('region', { name: 'Execution' }).getByText('Exit code').waitFor();
        await show(page, '/submit?from=greeting');
        await page.getByRole('heading', { level: 1, name: 'Run greeting again' }).waitFor();
        await page.getByLabel('Attachments').waitFor();
      },
      { expected: /^404 .*\/metadata$/ },
    ));

  test('the overview and a bulk kill name the states that it has, and the schedules say that it has none', () =>
    onPage(
      async (page) => {
        await system.jobs.submit(jobRequest('early', 'sleep 600', { user: 'early' }));
        // As release 3.2 answers.
        await refuse(page, /\/jobs\?.*status=(RESERVED|ACCEPTED|CLAIMED)/, 412);
        await refuse(page, /\/schedules\?/, 404);
        await show(page, '/');
        await page
          .getByRole('region', { name: 'Batch jobs' })
          .getByRole('listitem')
          .filter({ hasText: 'INIT' })
          .getByRole('link')
          .waitFor();
        assert.equal(await page.getByRole('link', { name: 'Schedules' }).count(), 0);
        await show(page, '/schedules');
        await page.getByText('This release of the API has no schedules').waitFor();
        await show(page, '/jobs?user=early');
        await page.getByRole('button', { name: 'ACCEPTED' }).waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'More filters' }).click();
        await page.getByLabel('Cluster id').waitFor();
        assert.equal(await page.getByLabel(/Grouping|Array|Node/).count(), 0);
        await page.getByRole('button', { name: 'Kill all found' }).click();
        await page.getByText('These filters find 1 job that has not finished.').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Kill all found' }).click();
        await page.getByText('1 job is being killed.').waitFor();
      },
      { expected: /^(404|412) / },
    ));

  test('[CONSOLE-JOBS-1] of 4.0 the search of jobs has the filters that it has', () =>
    onPage(
      async (page) => {
        await refuse(page, /\/schedules\?/, 404);
        await show(page, '/jobs');
        await page.getByRole('link', { name: 'Schedules' }).waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'More filters' }).click();
        await page.getByLabel('Grouping', { exact: true }).waitFor();
        assert.equal(await page.getByLabel(/^(Array|Node)$/).count(), 0);
        await page.getByRole('button', { name: 'ACCEPTED' }).waitFor();
      },
      { expected: /^404 .*schedules/ },
    ));
});
