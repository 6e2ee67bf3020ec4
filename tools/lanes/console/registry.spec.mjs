import { describe, test } from 'node:test';
import { onPage, show } from '../../console/suite.mjs';

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
