/** The lane `install`: the tarballs of `npm run tarballs`, installed on a bare Debian, run the whole system without the checkout. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from '../lib/debian.mjs';
import { isAlive } from '../lib/process-identity.mjs';
import { findByEnvironment } from '../lib/processes.mjs';
import { ROOT } from '../lib/settings.mjs';

const LIMIT_MS = 240_000;
/** The root of a Debian to copy; undefined where the packages are installed on this machine. */
const SUITE = process.env.PORTOLAN_BARE_DEBIAN;
const SERVERS = ['mariadbd', 'mysqld', 'redis-server', 'valkey-server'];

describe('an installation of the packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-install-'));
  const machine = SUITE === undefined ? '/' : join(folder, 'machine');
  /** The path on this machine of a path on that of the installation. */
  const outside = (path) => join(machine, path);
  const [tarballs, prefix, home] = ['tarballs', 'prefix', 'home'].map((name) => join(folder, name));
  const data = join(home, '.local', 'share', 'portolan', 'dev');
  const program = join(prefix, 'node_modules', '.bin', 'portolan');
  /** Of the machine nothing but its programs: no setting of the tests, no configuration of a user. */
  const env = {
    PATH:
      SUITE === undefined ? process.env.PATH : '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: home,
  };
  let serversBefore;

  function run(command, args, options) {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      encoding: 'utf8',
      timeout: LIMIT_MS,
      ...options,
    });
    return { status: error ? error.message : status, stdout, output: `${stdout}${stderr}` };
  }
  function portolan(...args) {
    const [command, words] = SUITE === undefined ? [program, args] : inRoot(machine, [program, ...args]);
    return run(command, words, { cwd: outside(home), env });
  }
  function succeeds(result) {
    assert.equal(result.status, 0, result.output);
    return result.stdout;
  }
  const servers = () =>
    SERVERS.filter((name) => ['usr/bin', 'usr/sbin'].some((bin) => existsSync(outside(join(bin, name)))));
  /** Options of the command for the addresses that `dev status` tells: a system that runs already moves the ports. */
  function addresses() {
    const status = succeeds(portolan('dev', 'status'));
    const urlOf = (title) => new RegExp(`^${title} +ready +(http://\\S+)`, 'm').exec(status)?.[1];
    return [
      ...['--jobs', urlOf('job orchestration'), '--streams', urlOf('streaming control')],
      ...['--history', urlOf('history query')],
    ];
  }

  function nothingRuns() {
    assert.deepEqual(
      findByEnvironment(({ PORTOLAN_HOME }) => PORTOLAN_HOME === data),
      [],
    );
  }
  /** Starts the system in the foreground of a terminal's process group, and presses Ctrl-C twice once it has printed `until`. */
  async function interruptedAfter(until) {
    const options = { cwd: home, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] };
    const child = spawn(program, ['dev', 'start'], options);
    const records = new Set();
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (data) => (output += data));
    const ended = once(child, 'close');
    while (!output.includes(until))
      await once(child.stdout, 'data', { signal: AbortSignal.timeout(LIMIT_MS) });
    for (const file of readdirSync(join(data, 'run')).filter((name) => name.endsWith('.json')))
      records.add(JSON.parse(readFileSync(join(data, 'run', file), 'utf8')));
    process.kill(-child.pid, 'SIGINT');
    // Sooner, it would count as the first signal that npm has passed on.
    await sleep(900);
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGINT');
    await ended;
    nothingRuns();
    // Redis hides its environment.
    assert.deepEqual([...records].filter(isAlive), []);
    assert.ok(records.size > 0, output);
    return output;
  }

  before(() => {
    if (SUITE !== undefined) {
      // With its devices, which Node.js does not copy.
      succeeds(run('cp', ['-a', '--reflink=auto', SUITE, machine]));
      copyFileSync(process.execPath, outside('usr/local/bin/node'));
    }
    serversBefore = servers();
    mkdirSync(tarballs);
    for (const path of [prefix, home]) mkdirSync(outside(path), { recursive: true });
    succeeds(run(process.execPath, [join(ROOT, 'tools', 'tarballs.mjs'), tarballs]));
    const files = readdirSync(tarballs).map((file) => join(tarballs, file));
    const options = ['--prefer-offline', '--omit=optional', '--no-audit', '--no-fund'];
    const install = ['install', ...options, '--prefix', outside(prefix), ...files];
    succeeds(run('npm', install, { cwd: outside(prefix) }));
    succeeds(portolan('dev', 'start', '--detach'));
  });
  after(() => {
    portolan('dev', 'reset', '--yes');
    rmSync(folder, { recursive: true, force: true });
  });

  test('[CLI-DEV-1] runs jobs, and has streams and a recorded cloud', () => {
    const words = ['--name', 'hello', '--command', 'type:bash', '--cluster', 'type:shell', '--follow'];
    const at = addresses();
    const where = outside('etc/os-release');
    const output = succeeds(portolan('job', 'submit', ...at, ...words, '--', '-c', 'cat /etc/os-release'));
    assert.equal(output, readFileSync(where, 'utf8'));
    assert.match(succeeds(portolan('stream', 'list', '--clusters', ...at, '-o', 'ndjson')), /sine/i);
    assert.match(succeeds(portolan('history', 'list', 'view/instances', ...at)), /^i-/m);
  });

  test('[CLI-DEV-1] installs MySQL and Redis on a bare Debian', { skip: SUITE === undefined }, () => {
    assert.deepEqual(serversBefore, []);
    for (const name of ['mariadbd', 'redis-server']) assert.ok(servers().includes(name), name);
  });

  test('[CLI-DEV-2] keeps its data in the home of the user, and asks before it removes them', () => {
    assert.ok(readdirSync(outside(data)).includes('mysql'));
    const refused = portolan('dev', 'reset');
    assert.equal(refused.status, 1);
    assert.match(refused.output, /removes all data: confirm with --yes/);
    succeeds(portolan('dev', 'status'));
  });

  test('[CLI-DEV-1] stops all of it', () => {
    succeeds(portolan('dev', 'stop'));
    const { status, stdout } = portolan('dev', 'status');
    assert.equal(status, 1);
    assert.match(stdout, /^job orchestration +stopped$/m);
    nothingRuns();
    assert.equal(portolan('job', 'list', '--jobs', 'http://127.0.0.1:9').status, 4);
  });

  test(
    '[CLI-DEV-1] a second Ctrl-C leaves nothing behind either',
    { skip: SUITE !== undefined },
    async () => {
      assert.match(await interruptedAfter('Starting the services'), /what had been started has been stopped/);
      assert.match(await interruptedAfter('ends everything'), /Portolan has stopped/);
    },
  );

  test('[CLI-DEV-2] removes its data', () => {
    succeeds(portolan('dev', 'reset', '--yes'));
    assert.ok(!existsSync(outside(join(data, 'mysql'))));
  });
});
