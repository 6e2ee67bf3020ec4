import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accessibilityFaults, openWindow, overflowOf } from '../../console/browser.mjs';
import { HOSTILE } from '../../console/content.mjs';
import { SCREENS } from '../../console/screens.mjs';
import { browser, onPage, show, system } from '../../console/suite.mjs';

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
