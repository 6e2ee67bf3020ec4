import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { issuerKeys, tokenFor, wantsIssuer } from './dev-issuer.mjs';
import { issuerServer } from './dev-issuer-provider.mjs';
import { freePort } from './network.mjs';
import { LOOPBACK, urlOf } from './settings.mjs';

const CALLBACK = 'http://127.0.0.1:4711/any/callback';
const folder = mkdtempSync(join(tmpdir(), 'portolan-issuer-'));
const file = join(folder, 'keys.json');
let issuer;
let server;

before(async () => {
  const port = await freePort();
  issuer = urlOf(port);
  server = issuerServer(issuer, issuerKeys(file)).listen(port, LOOPBACK);
  await once(server, 'listening');
});

after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Fetches as a browser does: with cookies, following redirects until one leaves the issuer. */
function browser() {
  const cookies = new Map();
  return async function open(address, form) {
    const url = new URL(address, issuer);
    if (url.origin !== issuer) return { url, text: '' };
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    return location ? open(location) : { url, text, status: response.status };
  };
}

async function post(path, form) {
  const response = await fetch(`${issuer}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, body: await response.json() };
}

/** Verifies a token as the services do. */
const verify = (token) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${issuer}/jwks`)), {
    issuer,
    audience: 'portolan',
    algorithms: ['ES256'],
    requiredClaims: ['exp'],
  });

async function checkToken(token, role) {
  const { payload } = await verify(token);
  assert.equal(payload.sub, role);
  assert.deepEqual(payload.roles, [role]);
  assert.equal(payload.exp - payload.iat, 12 * 3600);
}

const hidden = (html, name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];

function authorization(more = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: 'portolan-console',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 's',
    ...more,
  });
  return { verifier, path: `/auth?${query}` };
}

test('the code flow with PKCE returns a token of the selected role', async () => {
  const { verifier, path } = authorization();
  const open = browser();
  const login = await open(path);
  assert.match(login.text, /not for production/);
  const { url } = await open(login.url, { role: 'submitter' });
  assert.equal(`${url.origin}${url.pathname}`, CALLBACK);
  const exchange = {
    grant_type: 'authorization_code',
    client_id: 'portolan-console',
    redirect_uri: CALLBACK,
    code: url.searchParams.get('code'),
  };
  const { status, body } = await post('/token', { ...exchange, code_verifier: verifier });
  assert.equal(status, 200, JSON.stringify(body));
  await checkToken(body.access_token, 'submitter');
  const again = await open(authorization().path);
  assert.match(again.text, /pick a role/, 'another role can be picked');
});

test('the code flow is refused without PKCE, and to an address off this machine', async () => {
  const without = authorization({ code_challenge: '', code_challenge_method: '' });
  const { url } = await browser()(without.path);
  assert.equal(url.searchParams.get('error'), 'invalid_request');
  for (const redirect of ['https://127.0.0.1/', 'http://evil.example/', 'http://127.0.0.1.evil.example/']) {
    const { status, text } = await browser()(authorization({ redirect_uri: redirect }).path);
    assert.equal(status, 400);
    assert.match(text, /invalid_redirect_uri/);
  }
});

test('the device flow returns a token of the selected role', async () => {
  const { body: device } = await post('/device/auth', { client_id: 'portolan-cli', scope: 'openid' });
  const poll = () =>
    post('/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'portolan-cli',
      device_code: device.device_code,
    });
  assert.equal((await poll()).body.error, 'authorization_pending');
  const open = browser();
  const enter = await open(device.verification_uri);
  assert.match(enter.text, /not for production/);
  const confirm = await open(enter.url, { xsrf: hidden(enter.text, 'xsrf'), user_code: device.user_code });
  const login = await open(confirm.url, {
    xsrf: hidden(confirm.text, 'xsrf'),
    user_code: device.user_code,
    confirm: 'yes',
  });
  const done = await open(login.url, { role: 'admin' });
  assert.match(done.text, /Your device has a token/);
  const { status, body } = await poll();
  assert.equal(status, 200, JSON.stringify(body));
  await checkToken(body.access_token, 'admin');
});

test('tokens that npm start prints count with the published keys, also of a later start', async () => {
  const keys = issuerKeys(file);
  for (const role of ['reader', 'submitter', 'admin'])
    await checkToken(tokenFor(role, { issuer, keys }), role);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a role that does not exist is refused', async () => {
  const open = browser();
  const login = await open(authorization().path);
  assert.equal((await open(login.url, { role: 'root' })).status, 400);
});

test('a foreign Host is refused', async () => {
  const { port } = new URL(issuer);
  for (const host of ['evil.example', `evil.example:${port}`, `localhost:${port}`]) {
    const sent = request({ host: LOOPBACK, port, path: '/jwks', headers: { host } }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    assert.equal(response.statusCode, 421);
  }
});

test('is wanted with oauth2 and no issuer of the user', () => {
  assert.equal(wantsIssuer({ AUTH_MODE: 'oauth2' }), true);
  assert.equal(wantsIssuer({ AUTH_MODE: 'x509, oauth2', AUTH_ISSUER: '' }), true);
  assert.equal(wantsIssuer({ AUTH_MODE: 'oauth2', AUTH_ISSUER: 'https://login.example' }), false);
  assert.equal(wantsIssuer({ AUTH_MODE: 'oauth2', AUTH_JWKS_URL: 'https://login.example/jwks' }), false);
  for (const AUTH_MODE of [undefined, '', 'off', 'x509']) assert.equal(wantsIssuer({ AUTH_MODE }), false);
});
