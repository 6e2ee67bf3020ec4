/**
 * Test lanes: tests that need a program of their own (another database, an emulator, a Java runtime) or much time. Their
 * files lie in `test/lanes/<lane>/` of an app, a lib or an example, what they need is prepared by `tools/lanes/<lane>.mjs`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from './console.mjs';
import { ROOT } from './settings.mjs';

const PREPARATIONS = join(ROOT, 'tools', 'lanes');

const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** Lanes of the tests under apps, libs and examples. */
const testedLanes = () =>
  ['apps', 'libs', 'examples'].flatMap((group) =>
    namesIn(join(ROOT, group)).flatMap((project) => namesIn(join(ROOT, group, project, 'test', 'lanes'))),
  );

/** Names of all lanes: those with tests of their own, and those with a preparation. */
export function laneNames() {
  const prepared = namesIn(PREPARATIONS)
    .filter((file) => file.endsWith('.mjs') && !file.endsWith('.spec.mjs'))
    .map((file) => file.slice(0, -'.mjs'.length));
  const tested = testedLanes();
  return [...new Set([...prepared, ...tested])].sort();
}

/**
 * Takes `--lane <name>` out of the arguments of `npm test`.
 * @returns the lane's name, or `undefined` for the tests of the fast lane, and the other arguments
 */
export function takeLane(args, known = laneNames()) {
  const at = args.indexOf('--lane');
  if (at < 0) return { lane: undefined, rest: args };
  const lane = args[at + 1];
  if (!known.includes(lane))
    throw new Failure(`--lane must be one of ${known.join(', ')}, not "${lane ?? ''}"`);
  return { lane, rest: args.toSpliced(at, 2) };
}

/**
 * Prepares what the tests of a lane need.
 * @returns `env` for the tests (it chooses their files, too), `stop`, which ends what was started, `spec`, a test file
 *   for Node's own runner when the lane has one, and `jest`, whether there are tests for Jest
 */
export async function prepareLane(lane) {
  const file = join(PREPARATIONS, `${lane}.mjs`);
  const own = existsSync(file) ? await import(pathToFileURL(file).href) : {};
  const { env = {}, stop = () => {} } = (await own.prepare?.()) ?? {};
  const spec = join(PREPARATIONS, `${lane}.spec.mjs`);
  return {
    env: own.wholeSuite ? env : { ...env, PORTOLAN_TEST_LANE: lane },
    stop,
    spec: existsSync(spec) ? spec : undefined,
    jest: Boolean(own.wholeSuite) || testedLanes().includes(lane),
  };
}
