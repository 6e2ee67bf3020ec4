import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './console.mjs';
import { withLock } from './lock.mjs';
import { identityOf } from './process-identity.mjs';
import { paths } from './settings.mjs';

const uniqueLock = (name) => `spec-${name}-${process.pid}`;
const fileOf = (name) => join(paths.locks, `${name}.lock`);

test('work under the same lock does not overlap, and the lock is released afterwards', async () => {
  const name = uniqueLock('overlap');
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await sleep(20);
    inside -= 1;
  };
  await Promise.all([withLock(name, work), withLock(name, work), withLock(name, work)]);
  assert.equal(most, 1);
  assert.equal(existsSync(fileOf(name)), false);
});

test('the lock is given back when the work fails', async () => {
  const name = uniqueLock('failing');
  await assert.rejects(
    withLock(name, () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await withLock(name, () => 'again'), 'again');
});

test('the lock of a dead process is taken over, also when its pid is in use again', async () => {
  const name = uniqueLock('stale');
  mkdirSync(paths.locks, { recursive: true });
  writeFileSync(
    fileOf(name),
    JSON.stringify({ pid: process.pid, identity: 'an earlier start', command: 'x' }),
  );
  assert.equal(await withLock(name, () => 'taken'), 'taken');
});

test('waiting for a living holder ends with its name', async () => {
  const name = uniqueLock('held');
  const holder = { pid: process.pid, identity: identityOf(process.pid), command: 'node tools/start.mjs' };
  await withLock(name, async () => {
    writeFileSync(fileOf(name), JSON.stringify(holder));
    const late = withLock(name, () => 'never', { timeoutMs: 100 });
    await assert.rejects(
      late,
      (error) => error instanceof Failure && /tools\/start\.mjs/.test(error.message),
    );
    writeFileSync(fileOf(name), '');
  });
  assert.equal(await withLock(name, () => 'free'), 'free');
});

for (const [folder, cause] of [
  ['/dev/null/locks', '/dev/null/locks: ENOTDIR'],
  ['/proc/portolan/locks', '/proc/portolan: ENOENT'],
])
  test(`the folder ${folder}, which cannot be made, is named with the cause`, async () => {
    const late = withLock('none', () => 'never', { folder });
    await assert.rejects(late, new Failure(`cannot create the folder ${cause}`));
  });
