import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { waitFor } from './lib/network.mjs';
import { LOOPBACK, ROOT } from './lib/settings.mjs';

let folder;
let store;
let port;

/** Sends the path exactly as it is written: fetch would normalise `..` away. */
function ask(path, method = 'GET') {
  return new Promise((resolve, reject) => {
    const sent = request({ host: LOOPBACK, port, path, method }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function freePort() {
  const server = net.createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const free = server.address().port;
  server.close();
  await once(server, 'close');
  return free;
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'artifact-store-'));
  mkdirSync(join(folder, 'artifacts'));
  writeFileSync(join(folder, 'artifacts', 'job 1.zip'), 'zip bytes');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'artifacts', 'link.txt'));
  port = await freePort();
  const env = { ...process.env, PORT: String(port), ARTIFACTS_DIR: join(folder, 'artifacts') };
  store = spawn(process.execPath, [join(ROOT, 'tools', 'artifact-store.mjs')], { env, stdio: 'inherit' });
  const answers = () =>
    ask('/').then(
      ({ status }) => status === 200,
      () => false,
    );
  assert.ok(await waitFor(answers, { timeoutMs: 120_000 }));
});

after(async () => {
  const ended = once(store, 'exit');
  store.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  rmSync(folder, { recursive: true });
});

test('serves an artifact with its length and type', async () => {
  const { status, headers, body } = await ask('/job%201.zip');
  assert.equal(status, 200);
  assert.equal(body, 'zip bytes');
  assert.equal(headers['content-length'], '9');
  assert.equal(headers['content-type'], 'application/zip');
});

test('HEAD returns the length without the bytes', async () => {
  const { status, headers, body } = await ask('/job%201.zip', 'HEAD');
  assert.deepEqual([status, headers['content-length'], body], [200, '9', '']);
});

test('lists the present files', async () => {
  assert.deepEqual(JSON.parse((await ask('/')).body), { artifacts: ['job 1.zip', 'link.txt'] });
});

for (const path of [
  '/none.zip',
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/link.txt',
  '/%00',
  '/%zz',
  '//x',
]) {
  test(`answers 404 to ${path}`, async () => {
    const { status, body } = await ask(path);
    assert.equal(status, 404);
    assert.doesNotMatch(body, /secret/);
  });
}

test('only reads', async () => {
  const { status, headers } = await ask('/job%201.zip', 'PUT');
  assert.deepEqual([status, headers.allow], [405, 'GET, HEAD']);
});
