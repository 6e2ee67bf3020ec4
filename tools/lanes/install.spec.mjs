/** The lane `install`: the tarballs of `npm run tarballs`, installed in an empty folder, run the whole system without the checkout. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { findByEnvironment } from '../lib/processes.mjs';
import { ROOT } from '../lib/settings.mjs';

const LIMIT_MS = 240_000;

describe('an installation of the packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-install-'));
  const [tarballs, prefix, home] = ['tarballs', 'prefix', 'home'].map((name) => join(folder, name));
  const data = join(home, '.local', 'share', 'portolan', 'dev');
  const program = join(prefix, 'node_modules', '.bin', 'portolan');
  /** Of the machine nothing but its programs: no setting of the tests, no configuration of a user. */
  const env = { PATH: process.env.PATH, HOME: home };

  function run(command, args, options) {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      encoding: 'utf8',
      timeout: LIMIT_MS,
      ...options,
    });
    return { status: error ? error.message : status, stdout, output: `${stdout}${stderr}` };
  }
  const portolan = (...args) => run(program, args, { cwd: home, env });
  function succeeds(result) {
    assert.equal(result.status, 0, result.output);
    return result.stdout;
  }
  /** Options of the command for the addresses that `dev status` tells: a system that runs already moves the ports. */
  function addresses() {
    const status = succeeds(portolan('dev', 'status'));
    const urlOf = (title) => new RegExp(`^${title} +ready +(http://\\S+)`, 'm').exec(status)?.[1];
    return [
      ...['--jobs', urlOf('job orchestration'), '--streams', urlOf('streaming control')],
      ...['--history', urlOf('history query')],
    ];
  }

  before(() => {
    for (const path of [tarballs, prefix, home]) mkdirSync(path);
    succeeds(run(process.execPath, [join(ROOT, 'tools', 'tarballs.mjs'), tarballs]));
    const files = readdirSync(tarballs).map((file) => join(tarballs, file));
    const install = [
      'install',
      '--prefer-offline',
      '--omit=optional',
      '--no-audit',
      '--no-fund',
      '--prefix',
      prefix,
    ];
    succeeds(run('npm', [...install, ...files], { cwd: prefix }));
    succeeds(portolan('dev', 'start', '--detach'));
  });
  after(() => {
    portolan('dev', 'reset', '--yes');
    rmSync(folder, { recursive: true, force: true });
  });

  test('[CLI-DEV-1] runs jobs, and has streams and a recorded cloud', () => {
    const words = ['--name', 'hello', '--command', 'type:bash', '--cluster', 'type:shell', '--follow'];
    const at = addresses();
    assert.equal(succeeds(portolan('job', 'submit', ...at, ...words, '--', '-c', 'echo hello')), 'hello\n');
    assert.match(succeeds(portolan('stream', 'list', '--clusters', ...at, '-o', 'ndjson')), /sine/i);
    assert.match(succeeds(portolan('history', 'list', 'view/instances', ...at)), /^i-/m);
  });

  test('[CLI-DEV-2] keeps its data in the home of the user, and asks before it removes them', () => {
    assert.ok(readdirSync(data).includes('mysql'));
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
    assert.deepEqual(
      findByEnvironment(({ PORTOLAN_HOME }) => PORTOLAN_HOME === data),
      [],
    );
    assert.equal(portolan('job', 'list', '--jobs', 'http://127.0.0.1:9').status, 4);
  });
});
