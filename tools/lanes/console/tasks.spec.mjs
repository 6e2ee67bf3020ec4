import { after, before, describe, test } from 'node:test';
import { openWindow } from '../../console/browser.mjs';
import { SECURITY_GROUP } from '../../console/content.mjs';
import { ProxiedConsole } from '../../console/proxied.mjs';
import { browser, onPage, show, system } from '../../console/suite.mjs';

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
