/** Test runs with a time limit, and test lanes: tests in `test/lanes/<lane>/` that need additional programs or much time. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './commands.mjs';
import { say } from './console.mjs';
import { descendantsOf } from './process-identity.mjs';
import { needPrograms } from './debian.mjs';
import { signal } from './processes.mjs';
import { builtRelease, nodeRelease, previousRelease } from './releases.mjs';
import { ROOT } from './settings.mjs';
import { oneOf } from './command.mjs';

const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const REPORTER = join(ROOT, 'tools', 'jest', 'unfinished.cjs');

/** Loading a service produces much garbage; Jest's workers inherit these flags. */
const SUITE_FLAGS = ['--max-semi-space-size=64'];

/** Tests often wait for servers, processes and timers: two workers leave a third of two processors idle, four a twentieth. */
const WORKERS = 4;

/** A worker on a busy machine takes more than the usual half second to exit, and is then reported as one with open handles. */
const EXIT_LIMIT = '--workerGracefulExitTimeout=10000';

const GRACE_MS = 10_000;

/** Returns Jest's arguments. @param wanted `{positionals, options}`, where options have Jest's names. @param lane of its own folders */
export function jestArguments({ positionals, options }, lane) {
  const config = lane || positionals.length > 0 ? 'jest.config.cjs' : 'jest.all.config.cjs';
  const reporters = ['--reporters=default', `--reporters=${REPORTER}`];
  const flags = Object.entries(options).map(([name, value]) =>
    value === true ? `--${name}` : `--${name}=${value}`,
  );
  // Jest refuses the two together.
  const workers = options.runInBand ? [] : [`--maxWorkers=${WORKERS}`];
  return ['-c', config, ...reporters, ...workers, EXIT_LIMIT, ...flags, ...positionals];
}

function giveUp(child, limitMs) {
  say(`\nThe tests have not ended after ${limitMs / 60_000} minutes. What still runs:`);
  const left = descendantsOf(child.pid);
  for (const { pid, seconds, command } of left) say(`  pid ${pid}, for ${seconds} s: ${command}`);
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  return left;
}

/** Runs a test runner to its end, or to the time limit. @returns its exit code; 1 after a signal or at the limit */
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
    for (const record of left) signal(record, 'SIGKILL');
  }
}

/** Runs Jest. @param options `{node, env, limitMs}`: the Node.js, the variables of the tests, and their time limit */
export function runJest(wanted, options) {
  const lane = options.env.PORTOLAN_TEST_LANE;
  // The tests of a lane measure turns of the event loop, with the garbage collection of a service.
  const flags = lane ? [] : SUITE_FLAGS;
  return runWithin([...flags, JEST, ...jestArguments(wanted, lane)], options);
}

/** Runs test files of Node's own runner, which by itself leaves one of the processors idle. @returns {Promise<number>} the exit code */
export const runNodeTests = (files, options) =>
  runWithin(['--test', '--test-reporter=dot', `--test-concurrency=${WORKERS}`, ...files], options);

const SERVER_PROGRAMS = ['mariadbd', 'mariadb-install-db', 'redis-server'];
const PREPARATIONS = join(ROOT, 'tools', 'lanes');

const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * The needs of small lanes; `tools/lanes/<lane>.mjs` prepares others. `wholeSuite`: every test, or with `patterns` those in
 * matching files, not only those of the lane's folder.
 */
const SMALL_LANES = {
  // The screens of the console in a real browser, with services of its own.
  console: {
    prepare: () =>
      needPrograms(
        'the lane console',
        ['chromium', 'nginx'],
        [['chromium', 'fonts-dejavu-core', 'nginx-light']],
      ),
  },
  fuzz: {},
  node22: { wholeSuite: true, toolTests: true, prepare: () => nodeRelease(22) },
  node24: { wholeSuite: true, toolTests: true, prepare: () => nodeRelease(24) },
  // TLS, Sentinel, and the drill of backup and restore: the tests start their servers themselves.
  servers: {
    prepare: () => needPrograms('the lane servers', SERVER_PROGRAMS, [['mariadb-server', 'redis-server']]),
  },
  // The scripts of completion, in the shells that they are for.
  shells: { prepare: () => needPrograms('the lane shells', ['zsh', 'fish'], [['zsh', 'fish']]) },
  upgrade: {
    prepare: async () => ({ env: { PORTOLAN_PREVIOUS_RELEASE: await builtRelease(previousRelease()) } }),
  },
};

const testedLanes = () =>
  ['apps', 'libs', 'examples'].flatMap((group) =>
    namesIn(join(ROOT, group)).flatMap((project) => namesIn(join(ROOT, group, project, 'test', 'lanes'))),
  );

/** Returns the names of all lanes: those with tests, and those with a preparation. */
export function laneNames() {
  const prepared = namesIn(PREPARATIONS)
    .filter((file) => file.endsWith('.mjs') && !file.endsWith('.spec.mjs'))
    .map((file) => file.slice(0, -'.mjs'.length));
  return [...new Set([...Object.keys(SMALL_LANES), ...prepared, ...testedLanes()])].sort();
}

/** Refuses a lane that does not exist; `undefined` is the fast lane. */
export function checkLane(lane, known = laneNames()) {
  if (lane !== undefined) oneOf('--lane', lane, known);
}

/** Prepares a lane. @returns `env` and `node` of the tests, `stop`, `skip` (why not), and which tests: `spec`, `tools`, `jest`, `patterns` */
export async function prepareLane(lane) {
  const file = join(PREPARATIONS, `${lane}.mjs`);
  const own = SMALL_LANES[lane] ?? (existsSync(file) ? await import(pathToFileURL(file).href) : {});
  const { env = {}, node = process.execPath, stop = () => {}, skip } = (await own.prepare?.()) ?? {};
  const spec = join(PREPARATIONS, `${lane}.spec.mjs`);
  return {
    env: own.wholeSuite ? env : { ...env, PORTOLAN_TEST_LANE: lane },
    node,
    stop,
    skip,
    spec: existsSync(spec) ? spec : undefined,
    tools: Boolean(own.toolTests),
    jest: Boolean(own.wholeSuite) || testedLanes().includes(lane),
    patterns: own.patterns ?? [],
  };
}
