import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { asksForTls } from './databases.mjs';
import { addresses } from './servers.mjs';
import { ROOT } from './settings.mjs';

const ADDRESS = 'mysql://user:hush@127.0.0.1:3306/portolan';

const EXPECTED = {
  '': false,
  '?ssl=true': true,
  '?ssl=1': true,
  '?sslmode=required': true,
  '?ssl=1&sslmode=required': true,
  '?ssl=false': false,
  '?ssl=0': false,
  '?sslmode=disabled': false,
  '?ssl=yes': undefined,
  '?ssl=': undefined,
  '?sslmode=prefer': undefined,
  '?sslmode=toString': undefined,
  '?ssl=false&sslmode=required': undefined,
};

test('a database address asks for TLS, does not, or is invalid', () => {
  for (const [query, expected] of Object.entries(EXPECTED))
    assert.equal(asksForTls(new URL(ADDRESS + query)), expected, query);
});

/** The result of the built services for an address. */
function serviceAnswer(url) {
  const { dataSourceOptions } = createRequire(join(ROOT, 'libs', 'service', 'package.json'))(
    './dist/index.js',
  );
  try {
    return dataSourceOptions({ url }).ssl !== undefined;
  } catch {
    return undefined;
  }
}

test('the services follow the same rule', () => {
  for (const [query, expected] of Object.entries(EXPECTED))
    assert.equal(serviceAnswer(ADDRESS + query), expected, query);
});

test('an invalid address stops the start, names its variable and shows no password', () => {
  process.env.DATABASE_URL_JOBS = `${ADDRESS}?ssl=yes`;
  try {
    assert.throws(addresses, (error) => {
      assert.match(error.message, /^DATABASE_URL_JOBS must have ssl=true, .*$/);
      assert.doesNotMatch(error.message, /hush/);
      return true;
    });
  } finally {
    delete process.env.DATABASE_URL_JOBS;
  }
});
