import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { helpText, readArguments, wholeNumber } from './command.mjs';
import { ROOT } from './settings.mjs';

const DEFINITION = {
  usage: 'npm run thing',
  about: 'Does the thing.',
  options: {
    seed: { value: 'N', about: 'which thing' },
    all: { short: 'a', about: 'every thing' },
  },
  positionals: { name: 'place', min: 1, max: 2, about: 'where' },
};

test('reads options, their defaults and words', () => {
  assert.deepEqual(readArguments(DEFINITION, ['here', '--seed', '7']), {
    help: false,
    values: { seed: '7' },
    positionals: ['here'],
  });
});

test('refuses unknown arguments, with the usage and exit code 2', () => {
  const refused = (args, message) =>
    assert.throws(
      () => readArguments(DEFINITION, args),
      (error) =>
        error.exitCode === 2 && message.test(error.message) && /Usage: npm run thing/.test(error.message),
    );
  refused(['here', '--sed', '7'], /--sed/);
  refused(['here', '--seed'], /--seed/);
  refused(['a', 'b', 'c'], /unexpected argument "c"/);
  refused([], /place is missing/);
  assert.throws(() => readArguments({ usage: 'x', about: 'y' }, ['word']), /unexpected argument "word"/);
});

test('help names every option and needs no words', () => {
  assert.equal(readArguments(DEFINITION, ['--help']).help, true);
  assert.equal(readArguments(DEFINITION, ['-h', '--all']).help, true);
  assert.match(helpText(DEFINITION), /^Usage: npm run thing -- \[place\] \[options\]/);
  for (const shown of ['place', '--seed N', '-a, --all', '-h, --help'])
    assert.ok(helpText(DEFINITION).includes(shown));
});

test('refuses any text but a whole number', () => {
  assert.equal(wholeNumber('seed', '12'), 12);
  for (const text of ['', '1.5', '-1', '1e3', 'x', '0x1'])
    assert.throws(() => wholeNumber('seed', text), /--seed must be a whole number from 0/);
  assert.throws(() => wholeNumber('rounds', '0', 1), /from 1, not "0"/);
});

test('a command whose output nothing reads any more runs to its end', async () => {
  const script = `
    import { main } from ${JSON.stringify(new URL('./command.mjs', import.meta.url).href)};
    import { once } from 'node:events';
    import { setImmediate } from 'node:timers/promises';
    await main({ usage: 'x', about: 'y', ownSignals: true }, async () => {
      console.log('begun');
      await once(process.stdin.resume(), 'end');
      for (const line of ['stopping', 'stopped']) {
        console.log(line);
        console.error(line);
        await setImmediate();
      }
      return 7;
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stderr.destroy();
  child.stdin.end();
  assert.deepEqual(await once(child, 'exit'), [7, null]);
});

/** The program of each command, by its path. */
const commands = new Map([
  ...readdirSync(join(ROOT, 'tools'))
    .filter((name) => /^(?!.*\.spec\.mjs$).*\.mjs$/.test(name))
    .map((name) => [`tools/${name}`, process.execPath]),
  ['tools/cluster/build.mjs', process.execPath],
  ['.ci/run', 'bash'],
]);
const run = (path, ...args) =>
  spawnSync(commands.get(path), [path, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    // A new machine has no servers and no packages.
    env: { PATH: process.env.PATH, NODE_PATH: '' },
    timeout: 180_000,
  });

for (const path of commands.keys()) {
  test(`${path} --help prints its usage and does nothing else`, () => {
    const { status, stdout, stderr } = run(path, '--help');
    assert.equal(stderr, '');
    assert.equal(status, 0);
    assert.match(stdout, /^Usage: (npm|node|\.ci\/run) /);
  });

  test(`${path} refuses an option that it does not have`, () => {
    const { status, stdout, stderr } = run(path, '--no-such-option');
    assert.equal(stdout, '');
    assert.equal(status, 2);
    assert.match(stderr, /^failed .*--no-such-option.*\nUsage: /);
  });
}
