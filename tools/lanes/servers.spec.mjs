/** The drill of backup and restore as a test of the lane `servers`. */
import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { run } from '../lib/commands.mjs';
import { ROOT } from '../lib/settings.mjs';

test('a restore brings back what the APIs answered before', async () => {
  const { code, tail } = await run(process.execPath, ['tools/drill.mjs', 'backup'], { cwd: ROOT });
  assert.equal(code, 0, tail.slice(-20).join('\n'));
});
