/** Runs tests within a time limit: a run that does not end is ended, and what held it open is named. */
import { join } from 'node:path';
import process from 'node:process';
import { run } from './commands.mjs';
import { say } from './console.mjs';
import { descendantsOf } from './process-tree.mjs';
import { ROOT } from './settings.mjs';

const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
/** Prints the spec files that have not ended when Jest is ended. */
const REPORTER = join(ROOT, 'tools', 'jest', 'unfinished.cjs');

/**
 * @typedef {object} Options
 * @property {string} node the Node.js that runs the tests
 * @property {Record<string, string>} env variables that they find
 * @property {number} limitMs how long they may take
 */

/** Loading a service leaves much garbage behind; the workers take these flags over. */
const SUITE_FLAGS = ['--max-semi-space-size=64'];

/**
 * Tests wait a good part of their time, for servers, processes and timers: two workers leave a third of two processors idle,
 * four a twentieth.
 */
const WORKERS = '--maxWorkers=4';

/** Time for the reporter and Jest's workers to print and to end, ms. */
const GRACE_MS = 10_000;

/**
 * Returns Jest's arguments for what the command was asked for.
 *
 * @param {{ positionals: string[], options: Record<string, string | boolean | undefined> }} wanted options as Jest names them
 * @returns {string[]}
 */
export function jestArguments({ positionals, options }) {
  const flags = Object.entries(options).map(([name, value]) =>
    value === true ? `--${name}` : `--${name}=${value}`,
  );
  return [
    '-c',
    'jest.config.cjs',
    '--reporters=default',
    `--reporters=${REPORTER}`,
    WORKERS,
    ...flags,
    ...positionals,
  ];
}

/**
 * Names what runs below the test runner, then ends it: Jest's reporter prints the spec files that have not ended.
 * @returns the processes below it
 */
function giveUp(child, limitMs) {
  say(`\nThe tests have not ended after ${limitMs / 60_000} minutes. What still runs:`);
  const left = descendantsOf(child.pid);
  for (const { pid, seconds, command } of left) say(`  pid ${pid}, for ${seconds} s: ${command}`);
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  return left;
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * Runs a test runner to its end, or to the limit.
 *
 * @param {string[]} args of Node.js
 * @param {Options} options
 * @returns {Promise<number>} its exit code; 1 when it had none or was given up
 */
async function runWithin(args, { node, env, limitMs }) {
  let timer;
  let left = [];
  try {
    const { code } = await run(node, args, {
      cwd: ROOT,
      env,
      inherit: true,
      onStart: (child) => {
        timer = setTimeout(() => {
          left = giveUp(child, limitMs);
        }, limitMs);
      },
    });
    return typeof code === 'number' && left.length === 0 ? code : 1;
  } finally {
    clearTimeout(timer);
    for (const { pid } of left) kill(pid);
  }
}

/**
 * Runs Jest.
 *
 * @param {{ positionals: string[], options: Record<string, string | boolean | undefined> }} wanted
 * @param {Options} options
 * @returns {Promise<number>} the exit code
 */
export function runJest(wanted, options) {
  // The tests of a lane measure turns of the event loop, in which garbage is collected as in a service.
  const flags = options.env.PORTOLAN_TEST_LANE ? [] : SUITE_FLAGS;
  return runWithin([...flags, JEST, ...jestArguments(wanted)], options);
}

/**
 * Runs test files of Node's own runner, as the tools use it: they run without packages.
 *
 * @param {string[]} files
 * @param {Options} options
 * @returns {Promise<number>} the exit code
 */
export const runNodeTests = (files, options) =>
  runWithin(['--test', '--test-reporter=dot', ...files], options);
