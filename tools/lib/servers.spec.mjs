import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { paths } from './settings.mjs';

const urlOf = (name) => JSON.stringify(new URL(name, import.meta.url).href);

/** A command as `npm run fuzz` is one: it needs the servers, and leaves signals to the frame of commands. */
const COMMAND = `
  import { main } from ${urlOf('./command.mjs')};
  import { withServers } from ${urlOf('./servers.mjs')};
  import { setTimeout as sleep } from 'node:timers/promises';
  await main({ usage: 'signalled', about: '' }, () =>
    withServers('signalled', async () => { console.log('at work'); await sleep(60_000); }, { build: false }));`;

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])
  test(`a command that ${signal} ends no longer holds the servers`, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', COMMAND], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const note = join(paths.run, 'keepers', `signalled-${child.pid}`);
    let seen = '';
    child.stdout.on('data', (text) => (seen += text));
    while (!seen.includes('at work')) await once(child.stdout, 'data');
    assert.ok(existsSync(note));
    child.kill(signal);
    assert.deepEqual(await once(child, 'exit'), [code, null]);
    assert.ok(!existsSync(note));
  });
