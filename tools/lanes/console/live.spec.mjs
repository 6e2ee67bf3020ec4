import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  SECURITY_GROUP,
  jobRequest,
  replaceWorker,
  securityGroup,
  streamStarted,
} from '../../console/content.mjs';
import { onPage, show, system } from '../../console/suite.mjs';

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
