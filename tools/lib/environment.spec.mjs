import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { differences, exportLines } from './environment.mjs';
import { ROOT, paths } from './settings.mjs';

const read = (lines, name) =>
  execFileSync('sh', ['-c', `${lines}\nprintenv ${name}`], { encoding: 'utf8' }).replace(/\n$/, '');

test('a shell reads the printed lines back, whatever is in the values', () => {
  const odd = `a 'b' "c" $HOME \`id\` \\ ;\n#`;
  assert.equal(read(exportLines({ FIRST: 'x', ODD: odd }), 'ODD'), odd);
});

test('names the variables that a process lacks or has another value of', () => {
  const wanted = { SAME: '1', OTHER: '2', MISSING: '3' };
  assert.deepEqual(differences(wanted, { SAME: '1', OTHER: '9', MORE: 'x' }), ['OTHER', 'MISSING']);
});

const printed = (...args) =>
  spawnSync(process.execPath, [join(ROOT, 'tools', 'env.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, INTERNAL_TOKEN: '', LOG_LEVEL: 'debug' },
  });

test('the environment of a service has all it needs to be run in the place of the one that was started', () => {
  const { status, stdout } = printed('jobs');
  assert.equal(status, 0);
  assert.equal(printed('job-orchestration').stdout, stdout);
  assert.equal(read(stdout, 'NODE_WORK_DIR'), paths.nodes);
  assert.match(read(stdout, 'DATABASE_URL'), /^mysql:\/\//);
  assert.match(read(stdout, 'REDIS_URL'), /^redis/);
  assert.ok(read(stdout, 'INTERNAL_TOKEN').length >= 16);
});

test('an unknown service is reported in one line', () => {
  const { status, stderr } = printed('job');
  assert.equal(status, 2);
  assert.match(stderr, /^failed service must be one of .*job-orchestration.*, not "job"\n$/);
});
