import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { environmentOf } from './services.mjs';

test('links follow the request unless the operator names the public address', (t) => {
  const before = process.env.PUBLIC_URL;
  t.after(() => {
    if (before === undefined) delete process.env.PUBLIC_URL;
    else process.env.PUBLIC_URL = before;
  });
  delete process.env.PUBLIC_URL;
  for (const key of ['history', 'jobs', 'streams'])
    assert.equal('PUBLIC_URL' in environmentOf({ key }), false);
  process.env.PUBLIC_URL = 'https://portolan.example';
  assert.equal(environmentOf({ key: 'jobs' }).PUBLIC_URL, 'https://portolan.example');
});
