import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { identityOf } from './process-identity.mjs';
import { ROOT } from './settings.mjs';
import { jestArguments } from './test-run.mjs';

const MODULE = pathToFileURL(join(ROOT, 'tools', 'lib', 'test-run.mjs')).href;

test('hands the options and patterns to Jest, and no second try of any kind', () => {
  const args = jestArguments({ positionals: ['jobs'], options: { bail: true, testNamePattern: 'a b' } });
  assert.deepEqual(args.slice(-3), ['--bail', '--testNamePattern=a b', 'jobs']);
});

test('runs one spec file after the other, without a number of workers', () => {
  const argumentsOf = (options) => jestArguments({ positionals: [], options }).join(' ');
  assert.doesNotMatch(argumentsOf({ runInBand: true }), /--maxWorkers/);
  assert.match(argumentsOf({}), /--maxWorkers/);
});

test('runs the unit tests together where neither a pattern nor a lane asks for spec files', () => {
  const configOf = (positionals, lane) => jestArguments({ positionals, options: {} }, lane)[1];
  assert.equal(configOf([]), 'jest.all.config.cjs');
  assert.equal(configOf(['apps/']), 'jest.config.cjs');
  assert.equal(configOf([], 'cloud'), 'jest.config.cjs');
});

test('a run that does not end is ended, and what held it open is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-limit-'));
  const hanging = join(folder, 'hanging.spec.mjs');
  writeFileSync(hanging, "import { spawn } from 'node:child_process';\nspawn('sleep', ['4321']);\n");
  const script = `import { runNodeTests } from ${JSON.stringify(MODULE)};
    process.exitCode = await runNodeTests([${JSON.stringify(hanging)}], { node: process.execPath, env: {}, limitMs: 8000 });`;
  // Without this variable the run is separate, not a part of this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  try {
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 120_000,
      env,
    });
    assert.equal(status, 1);
    assert.match(stdout, /have not ended after .* minutes/);
    assert.match(stdout, /pid \d+, for \d+ s: sleep 4321/);
    const pid = Number(/pid (\d+), for \d+ s: sleep 4321/.exec(stdout)[1]);
    assert.equal(identityOf(pid), null, 'what was left is ended, too');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
