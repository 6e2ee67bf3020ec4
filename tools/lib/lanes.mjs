/**
 * Test lanes: tests that need a program of their own (another database, an emulator, a Java runtime) or much time. Their
 * files lie in `test/lanes/<lane>/` of an app, a lib or an example, what they need is prepared by `tools/lanes/<lane>.mjs`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { UsageError } from './arguments.mjs';
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

/** Refuses a lane that does not exist; `undefined` is the fast lane. */
export function checkLane(lane, known = laneNames()) {
  if (lane !== undefined && !known.includes(lane))
    throw new UsageError(`--lane must be one of ${known.join(', ')}, not "${lane}"`);
}

/**
 * Prepares what the tests of a lane need.
 * @returns `env` for the tests (it chooses their files, too), `node`, the Node.js that runs them, `stop`, which ends what was started,
 *   `skip`, why the lane can't run on this machine, `spec`, a test file for Node's own runner when the lane has one, `tools`, whether
 *   the tests of the tools belong to it, and `jest`, whether there are tests for Jest
 */
export async function prepareLane(lane) {
  const file = join(PREPARATIONS, `${lane}.mjs`);
  const own = existsSync(file) ? await import(pathToFileURL(file).href) : {};
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
  };
}
