import { after, describe, test } from 'node:test';
import { onPage, show } from '../../console/suite.mjs';

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
