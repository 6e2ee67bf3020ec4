import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { withLock } from './lib/lock.mjs';
import { ROOT } from './lib/settings.mjs';

test('Ctrl-C ends a start that waits for another command', { timeout: 60_000 }, async (context) => {
  await withLock('system', async () => {
    const child = spawn(process.execPath, [join(ROOT, 'tools', 'start.mjs')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    context.signal.addEventListener('abort', () => child.kill('SIGKILL'));
    const errors = text(child.stderr);
    let seen = '';
    child.stdout.setEncoding('utf8').on('data', (data) => (seen += data));
    const ended = once(child, 'exit');
    while (!seen.includes('waiting for another command')) {
      const [cause] = await Promise.race([once(child.stdout, 'data'), ended]);
      assert.equal(typeof cause, 'string', `it ended with ${cause}: ${seen}`);
    }
    child.kill('SIGINT');
    assert.deepEqual(await ended, [1, null]);
    assert.match(await errors, /interrupted by SIGINT; nothing had been started/);
  });
});
