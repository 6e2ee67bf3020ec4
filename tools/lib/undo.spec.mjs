import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const MODULE = new URL('./commands.mjs', import.meta.url).href;

/** Runs a command with two changes to undo. @returns its process, which has printed `ready` */
async function start(undo) {
  const script = `
    import { undoOnSignal, withUndo } from ${JSON.stringify(MODULE)};
    import { setTimeout as sleep } from 'node:timers/promises';
    undoOnSignal();
    await withUndo(async () => console.log('first undone'), () =>
      withUndo(async () => { ${undo} }, async () => { console.log('ready'); await sleep(60_000); }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let seen = '';
  await new Promise((resolve) => {
    child.stdout.on('data', (data) => {
      seen += data;
      if (seen.includes('ready')) resolve();
    });
  });
  return { child, seen: () => seen };
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  test(`${signal} undoes all changes, the latest first, before the command ends`, async () => {
    const { child, seen } = await start(`await sleep(50); console.log('second undone')`);
    child.kill(signal);
    assert.deepEqual(await once(child, 'close'), [code, null]);
    assert.match(seen(), /undone\nsecond undone\nfirst undone\n$/);
  });

test('a second signal ends the command at once', async () => {
  const { child, seen } = await start(`console.log('undoing'); await sleep(60_000)`);
  child.kill('SIGINT');
  while (!seen().includes('undoing')) await once(child.stdout, 'data');
  // Sooner, it would count as the first signal that npm has passed on.
  await sleep(600);
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'close'), [130, null]);
});

test('a signal that npm passes on, too, ends the command once', async () => {
  const { child, seen } = await start(
    `console.log('undoing'); await sleep(200); console.log('second undone')`,
  );
  child.kill('SIGINT');
  while (!seen().includes('undoing')) await once(child.stdout, 'data');
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'close'), [130, null]);
  assert.match(seen(), /second undone\nfirst undone\n$/);
});

test('a change that cannot be undone is reported', async () => {
  const { child, seen } = await start(`throw new Error('no answer')`);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'close'), [1, null]);
  assert.match(seen(), /could not be undone: no answer/);
});

test('what has ended is not undone again', async () => {
  const script = `
    import { withUndo } from ${JSON.stringify(MODULE)};
    console.log(await withUndo(async () => console.log('undone'), async () => 'result'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  assert.equal(await text(child.stdout), 'undone\nresult\n');
});
