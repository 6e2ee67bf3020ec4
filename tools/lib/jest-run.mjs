/** Runs Jest, and in CI the spec files that failed once more, alone: a loaded machine misses time limits. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { run } from './commands.mjs';
import { say } from './console.mjs';
import { ROOT } from './settings.mjs';

const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

/** Loading a service leaves much garbage behind; the workers take these flags over. */
const SUITE_FLAGS = ['--max-semi-space-size=64'];

/**
 * Tests wait a good part of their time, for servers, processes and timers: two workers leave a third of two processors idle,
 * four a twentieth.
 */
const WORKERS = '--maxWorkers=4';

/** More failed files than these are no matter of load. */
export const MOST_TRIED_AGAIN = 4;

/**
 * The spec files that failed, by Jest's `--json` report, when they may have a second run: undefined when none failed, when
 * too many did, or when Jest itself gave up (its report is then no list of results).
 *
 * @param {{ testResults?: { name: string, status: string }[] } | undefined} report
 * @returns {string[] | undefined}
 */
export function filesToTryAgain(report) {
  const failed = (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name);
  return failed.length > 0 && failed.length <= MOST_TRIED_AGAIN ? failed : undefined;
}

/**
 * Jest's exit code for these arguments, 1 when it had none.
 *
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<number>}
 */
export async function runJest(args, env) {
  if (!process.env.CI) return jest([WORKERS, ...args], env);
  const folder = await mkdtemp(join(tmpdir(), 'portolan-jest-'));
  const file = join(folder, 'report.json');
  try {
    const code = await jest([WORKERS, '--json', `--outputFile=${file}`, ...args], env);
    const again = code === 0 ? undefined : filesToTryAgain(await reportIn(file));
    if (!again) return code;
    say(`${again.length} spec files failed and run once more, alone: ${again.map(nameOf).join(', ')}`);
    return await jest(['--runInBand', '--runTestsByPath', ...again], env);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const nameOf = (path) => path.slice(ROOT.length + 1);

async function reportIn(file) {
  return readFile(file, 'utf8').then(JSON.parse, () => undefined);
}

async function jest(args, env) {
  // The tests of a lane measure turns of the event loop, in which garbage is collected as in a service.
  const flags = env.PORTOLAN_TEST_LANE ? [] : SUITE_FLAGS;
  const { code } = await run(process.execPath, [...flags, JEST, '-c', 'jest.config.cjs', ...args], {
    cwd: ROOT,
    env,
    inherit: true,
  });
  return typeof code === 'number' ? code : 1;
}
