/**
 * `npm test`: brings up what the tests need, runs those of the fast lane (or those that match `-- <pattern>`, or with
 * `-- --lane <name>` those of another lane), and leaves MySQL and Redis as it found them. Databases, queue prefixes and
 * ports are the tests' own, so it can run beside a started system.
 */
import './lib/node-version.mjs';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuild } from './lib/build.mjs';
import { interrupt, run } from './lib/commands.mjs';
import { Failure, main, say } from './lib/console.mjs';
import { runJest } from './lib/jest-run.mjs';
import { prepareLane, takeLane } from './lib/lanes.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { release, up } from './lib/servers.mjs';
import { ROOT } from './lib/settings.mjs';
import { onSignal } from './lib/signals.mjs';
import { checkTestServers, removeTestData, testEnvironment } from './lib/test-data.mjs';

/** Tests of the tools run under node's own runner, for the tools run without packages. */
function toolTests() {
  const folders = ['tools', join('tools', 'lib'), join('tools', 'chaos'), join('bench', 'lib')];
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.spec.mjs'))
      .map((name) => join(folder, name)),
  );
}

async function runNodeTests(files, env) {
  const { code } = await run(process.execPath, ['--test', '--test-reporter=dot', ...files], {
    cwd: ROOT,
    env,
    inherit: true,
  });
  return code === 0 ? 0 : 1;
}

/** The fast lane needs nothing but the servers. */
const FAST = { isFast: true, jest: true, env: {}, stop: () => {} };

/** The tests of a lane, or those of the fast one: the tools' own belong to it when no pattern is given. */
async function runAll(prepared, args, env) {
  await ensureBuild();
  await checkTestServers(env);
  const own = prepared.spec ? [prepared.spec] : [];
  const files = prepared.isFast && args.length === 0 ? toolTests() : own;
  const tools = files.length > 0 ? await runNodeTests(files, env) : 0;
  if (tools !== 0) say('the tests under tools/ failed');
  const services = prepared.jest ? await runJest(args, env) : 0;
  return tools || services;
}

await main(
  async (args) => {
    const { lane, rest } = takeLane(args);
    const id = randomBytes(4).toString('hex');
    const keeper = `test-${process.pid}`;
    onSignal(() => interrupt());
    try {
      await up(keeper, process.pid);
      await ensurePackages();
      const prepared = lane ? await prepareLane(lane) : FAST;
      const env = { ...testEnvironment(id), ...prepared.env };
      try {
        return await runAll(prepared, rest, env);
      } finally {
        await removeTestData(id, env);
        await prepared.stop();
      }
    } catch (error) {
      throw error.message === 'interrupted' ? new Failure('the test run was interrupted') : error;
    } finally {
      await release(keeper);
    }
  },
  { ownSignals: true },
);
