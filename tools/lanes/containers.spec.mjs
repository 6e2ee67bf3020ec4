/** The built images, each started like its container: unprivileged, with a read-only root and its volume. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '../lib/databases.mjs';
import { freePort } from '../lib/network.mjs';
import { CONSOLE } from '../lib/services.mjs';
import { SERVICES } from '../lib/settings.mjs';

const [BUILDAH, ...STORAGE] = JSON.parse(process.env.PORTOLAN_BUILDAH);
const buildah = (...args) => execFileSync(BUILDAH, [...STORAGE, ...args], { encoding: 'utf8' }).trim();
const USER = '10001:10001';
/** Maximum size of the image's tree, with its packages. */
const TREE_LIMIT_MB = 150;
const TOOLS = ['npm', 'npx', 'tsc', 'gcc', 'cc', 'make', 'git', 'python3'];

/** A container of the image: its root folder, the image's configuration, and a function that starts a program in it. */
function containerOf(app) {
  const container = buildah('from', `localhost/portolan/${app}`);
  const root = buildah('mount', container);
  const image = JSON.parse(buildah('inspect', '--type', 'image', `localhost/portolan/${app}`));
  const { config } = image.Docker;
  const script = [
    'mount --bind "$0" "$0"',
    'mount -o remount,bind,ro "$0"',
    'mount -t proc proc "$0/proc"',
    'mount -t tmpfs -o mode=1777 tmpfs "$0/tmp"',
    `mount -t tmpfs -o mode=0750,uid=10001,gid=10001 tmpfs "$0/var/lib/portolan"`,
    'mount --rbind /dev "$0/dev"',
    `exec chroot --userspec=${USER} "$0" /usr/bin/env -i "$@"`,
  ].join(' && ');
  const start = (argv, env) => {
    const variables = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
    const inside = [...variables, 'sh', '-c', `cd ${config.WorkingDir} && exec "$@"`, 'sh', ...argv];
    return spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', script, root, ...inside], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  return { container, root, config, start };
}

/** Waits for the end of a process; its output is in the error when the code is another. */
async function ended(child, code = 0) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const actual = await new Promise((resolve) => {
    child.once('close', (exit, signal) => resolve(exit ?? signal));
  });
  assert.equal(actual, code, output.slice(-3000));
}

async function ready(url, child, path = '/health/ready') {
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  for (let tries = 0; tries < 600; tries += 1) {
    assert.equal(child.exitCode, null, output.slice(-3000));
    const answer = await fetch(`${url}${path}`).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  assert.fail(`not ready: ${output.slice(-3000)}`);
}

const COMMON = { user: 'operator', version: '1' };

async function created(url, body, status = 201) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...COMMON, ...body }),
  });
  assert.equal(answer.status, status, await answer.text());
}

/** Registers a command, submits a job for it, and reads the output. */
async function runJob(api) {
  await created(`${api}/clusters`, { id: 'here', name: 'here', status: 'UP', tags: ['type:local'] });
  await created(`${api}/commands`, {
    id: 'id',
    name: 'id',
    status: 'ACTIVE',
    executable: '/usr/bin/id',
    executableAndArguments: ['/usr/bin/id'],
    checkDelay: 1000,
    tags: ['type:id'],
    clusterCriteria: [{ tags: ['type:local'] }],
  });
  await created(
    `${api}/jobs`,
    {
      id: 'who',
      name: 'who',
      commandArgs: '-u',
      commandCriteria: ['type:id'],
      clusterCriterias: [{ tags: ['type:local'] }],
    },
    202,
  );
  let job;
  for (let tries = 0; tries < 600 && job?.status !== 'SUCCEEDED'; tries += 1) {
    job = await fetch(`${api}/jobs/who`).then((answer) => answer.json());
    assert.ok(!['FAILED', 'KILLED', 'INVALID'].includes(job.status), JSON.stringify(job));
    await sleep(100);
  }
  return fetch(`${api}/jobs/who/output/stdout`).then((answer) => answer.text());
}

/** What holds for every image. */
function testImage(app, { root, config }) {
  test('the image runs without privileges, declares a health check, and ends on TERM', () => {
    assert.equal(config.User, USER);
    assert.deepEqual(config.Healthcheck.Test, ['CMD', 'node', '/usr/local/lib/portolan/healthcheck.mjs']);
    assert.equal(config.StopSignal, 'SIGTERM');
  });

  test('it contains no build tools, no sources and no development packages', () => {
    const found = TOOLS.flatMap((name) =>
      ['bin', 'usr/bin', 'usr/local/bin'].map((folder) => join(folder, name)),
    );
    assert.deepEqual(
      found.filter((path) => existsSync(join(root, path))),
      [],
    );
    const modules = join(root, config.WorkingDir, 'node_modules');
    for (const name of ['typescript', 'jest', 'eslint', 'nx'])
      assert.ok(!existsSync(join(modules, name)), name);
    assert.ok(!existsSync(join(root, config.WorkingDir, 'apps', app, 'src')));
    const size = execFileSync('du', ['-sm', join(root, config.WorkingDir)], { encoding: 'utf8' });
    assert.ok(Number.parseInt(size, 10) <= TREE_LIMIT_MB, size);
  });
}

for (const { app, key } of SERVICES) {
  describe(app, () => {
    const image = containerOf(app);
    const { container, config, start } = image;
    const database = `portolan_test_${process.env.PORTOLAN_TEST_RUN}_${key}_container`;
    after(() => buildah('rm', container));
    testImage(app, image);

    test('it migrates, gets ready, does its work, and ends with 0 after TERM', async () => {
      const server = new URL(process.env.TEST_DATABASE_URL);
      await withConnection(server.href, (connection) => connection.query(`CREATE DATABASE ${database}`));
      server.pathname = `/${database}`;
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const env = {
        DATABASE_URL: server.href,
        REDIS_URL: process.env.TEST_REDIS_URL,
        QUEUE_PREFIX: `test:${process.env.PORTOLAN_TEST_RUN}:${key}:container`,
        INTERNAL_TOKEN: randomBytes(16).toString('hex'),
        PORTOLAN_TEST_RUN: process.env.PORTOLAN_TEST_RUN,
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: url,
      };
      await ended(start(['node', `apps/${app}/dist/src/migrate.js`], env));
      const service = start(config.Cmd, env);
      await ready(url, service);
      await ended(start(config.Healthcheck.Test.slice(1), env));
      assert.equal((await fetch(`${url}/openapi.json`)).status, 200);
      assert.equal((await fetch(`${url}/docs`)).status, 200);
      if (key === 'jobs') assert.equal((await runJob(`${url}/api/v3`)).trim(), '10001');
      service.kill('SIGTERM');
      await ended(service);
    });
  });
}

describe('[CONSOLE-SERVE-4] console', () => {
  const image = containerOf(CONSOLE.app);
  const { container, config, start } = image;
  after(() => buildah('rm', container));
  testImage(CONSOLE.app, image);

  test('it serves the page without a database and a secret, and ends with 0 after TERM', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { JOBS_URL: '/', PORT: String(port), HOST: '127.0.0.1' };
    const server = start(config.Cmd, env);
    await ready(url, server, CONSOLE.health);
    await ended(start(config.Healthcheck.Test.slice(1), env));
    const page = await fetch(`${url}/jobs`);
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(await page.text());
    assert.equal((await fetch(`${url}${script}`)).status, 200);
    server.kill('SIGTERM');
    await ended(server);
  });
});
