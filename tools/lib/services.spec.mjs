import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { documentedSettings, environmentOf } from './services.mjs';

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

test('an empty setting of the user means none', (t) => {
  const names = ['OUTBOUND_ALLOWED', 'CORS_ORIGINS', 'RECORDED_CLOUD_DIR'];
  const before = { ...process.env };
  t.after(() => {
    for (const name of names) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
  for (const name of names) delete process.env[name];
  const preset = environmentOf({ key: 'history' });
  assert.equal(preset.OUTBOUND_ALLOWED, '127.0.0.0/8,::1');
  for (const name of names) assert.ok(preset[name], name);
  for (const name of names) process.env[name] = '';
  const own = environmentOf({ key: 'history' });
  assert.deepEqual([own.OUTBOUND_ALLOWED, own.CORS_ORIGINS, own.RECORDED_CLOUD_DIR], ['', '', undefined]);
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
