import { before, describe, test } from 'node:test';
import { onPage, show, system } from '../../console/suite.mjs';

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
