import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingPackages } from './packages.mjs';

const locked = {
  '': { name: 'root' },
  'libs/hal': { version: '0.1.0' },
  'node_modules/@portolan/hal': { resolved: 'libs/hal', link: true },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b-win32': { version: '1.0.0', optional: true },
};

test('an installation that equals the lock file lacks nothing; other platforms are not needed', () => {
  const installed = { 'node_modules/@portolan/hal': { link: true }, 'node_modules/a': { version: '1.0.0' } };
  assert.deepEqual(missingPackages(locked, installed), []);
});

test('a missing link, an absent package and another version are noticed', () => {
  assert.deepEqual(missingPackages(locked, { 'node_modules/a': { version: '1.0.1' } }), [
    '@portolan/hal',
    'a',
  ]);
  assert.deepEqual(missingPackages(locked, {}), ['@portolan/hal', 'a']);
});
