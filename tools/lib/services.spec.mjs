import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { documentedSettings } from './documented-settings.mjs';
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

test('services get the settings of the development issuer, or those of the user', (t) => {
  const before = { ...process.env };
  t.after(() => {
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(before, name)) delete process.env[name];
    Object.assign(process.env, before);
  });
  for (const name of Object.keys(process.env)) if (name.startsWith('AUTH_')) delete process.env[name];
  process.env.AUTH_MODE = 'oauth2';
  const {
    AUTH_ISSUER: issuer,
    AUTH_JWKS_URL: keys,
    AUTH_AUDIENCE: audience,
  } = environmentOf({ key: 'jobs' });
  assert.match(issuer, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.deepEqual([keys, audience], [`${issuer}/jwks`, 'portolan']);
  process.env.AUTH_ISSUER = 'https://login.example';
  const own = environmentOf({ key: 'jobs' });
  assert.deepEqual([own.AUTH_ISSUER, own.AUTH_JWKS_URL], ['https://login.example', undefined]);
  process.env.AUTH_MODE = 'off';
  assert.equal(environmentOf({ key: 'jobs' }).AUTH_MODE, 'off');
});

test('the settings of a service are those of every service and its own', () => {
  const jobs = documentedSettings('job orchestration');
  for (const name of ['LOG_LEVEL', 'JSONP', 'AUTH_MODE', 'API_RELEASE', 'NODE_SLOTS', 'RUN_AS_USER'])
    assert.equal(jobs.includes(name), name !== 'JSONP', name);
  const history = documentedSettings('history query');
  assert.ok(history.includes('JSONP') && !history.includes('NODE_SLOTS') && !history.includes('PATH'));
});
