import { describe, test } from 'node:test';
import { endedStream, streamStarted, unstartableStream } from '../../console/content.mjs';
import { onPage, show, system } from '../../console/suite.mjs';

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
