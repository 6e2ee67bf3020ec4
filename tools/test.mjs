import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { wholeNumber, main } from './lib/command.mjs';
import { ensureBuild } from './lib/build.mjs';
import { interrupt, onSignal } from './lib/commands.mjs';
import { Failure, say } from './lib/console.mjs';
import { runJest, runNodeTests, checkLane, laneNames, prepareLane } from './lib/test-run.mjs';
import { withServers } from './lib/servers.mjs';
import { ROOT } from './lib/settings.mjs';
import { checkTestServers, removeTestData, testEnvironment, withQuickCommits } from './lib/test-data.mjs';

const toolTests = () =>
  ['tools', 'tools/lib', 'tools/lib/docs', 'tools/chaos', 'bench/lib'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.spec.mjs'))
      .map((name) => join(folder, name)),
  );

const FAST = { tools: true, jest: true, patterns: [], node: process.execPath, env: {}, stop: () => {} };

/** Runs the tests of a lane, or of the fast one; without a pattern, the fast lane includes the tests of tools. */
async function runAll({ node, spec, jest, tools, patterns }, { limitMs, ...wanted }, env) {
  await ensureBuild();
  await checkTestServers(env);
  const options = { node, env, limitMs };
  const isAll = wanted.positionals.length === 0 && wanted.options.testNamePattern === undefined;
  const files = tools && isAll ? toolTests() : spec ? [spec] : [];
  const toolsCode = files.length > 0 ? await runNodeTests(files, options) : 0;
  if (toolsCode !== 0) say('the tests under tools/ failed');
  const positionals = wanted.positionals.length > 0 ? wanted.positionals : patterns;
  const services = jest ? await runJest({ ...wanted, positionals }, options) : 0;
  return toolsCode || services;
}

const COMMAND = {
  ownSignals: true,
  usage: 'npm test',
  about: 'Starts what the tests need, runs them in databases, queues and ports of their own, and cleans up.',
  options: {
    lane: { value: 'NAME', about: `the tests of a lane: ${laneNames().join(', ')}` },
    testNamePattern: { short: 't', value: 'TEXT', about: 'tests whose title matches' },
    runInBand: { short: 'i', about: 'one spec file after the other' },
    bail: { about: 'stops at the first failure' },
    shard: { value: 'N/M', about: 'the Nth of M parts of the spec files' },
    verbose: { about: 'prints every test' },
    limit: { value: 'MINUTES', about: 'ends the run, and names what holds it open (30; a lane 45)' },
  },
  positionals: { name: 'pattern', about: 'spec files whose path matches; without one, all' },
};

await main(COMMAND, async ({ values: { lane, limit, ...forJest }, positionals }) => {
  checkLane(lane);
  const minutes = limit === undefined ? (lane ? 45 : 30) : wholeNumber('limit', limit, 1);
  const wanted = { positionals, options: forJest, limitMs: minutes * 60_000 };
  const id = randomBytes(4).toString('hex');
  onSignal(() => interrupt());
  const work = async () => {
    const prepared = lane ? await prepareLane(lane) : FAST;
    if (prepared.skip) {
      say(`the lane ${lane} is skipped: ${prepared.skip}`);
      return 0;
    }
    const env = { ...testEnvironment(id), ...prepared.env };
    let code;
    try {
      code = await withQuickCommits(env, () => runAll(prepared, wanted, env));
    } finally {
      // A leftover process is a fault of the tested code: it is named and ended, and the run fails.
      if ((await removeTestData(id, env)) > 0) code ||= 1;
      await prepared.stop();
    }
    return code;
  };
  try {
    return await withServers('test', work, { build: false });
  } catch (error) {
    throw error.message === 'interrupted' ? new Failure('the test run was interrupted') : error;
  }
});
