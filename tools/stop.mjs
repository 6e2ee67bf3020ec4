import { main } from './lib/command.mjs';
import { say } from './lib/console.mjs';
import { withLock } from './lib/lock.mjs';
import * as mysql from './lib/mysql.mjs';
import { commandLineOf } from './lib/process-identity.mjs';
import * as redis from './lib/redis.mjs';
import { keepers } from './lib/servers.mjs';
import { COMMANDS } from './lib/settings.mjs';
import { findOurs, shutdown } from './lib/shutdown.mjs';

/** Servers that another command uses (started by hand, or by a test run) are not leftovers. */
function check() {
  const kept = keepers().some((name) => name !== 'system')
    ? [mysql.running()?.pid, redis.running()?.pid]
    : [];
  const left = findOurs().filter(({ pid }) => !kept.includes(pid));
  for (const { pid } of left) say(`still running: pid ${pid} (${commandLineOf(pid)})`);
  if (left.length === 0) say('no process of this checkout is running');
  return left.length === 0 ? 0 : 1;
}

const COMMAND = {
  usage: COMMANDS.stop,
  about: `Ends everything that ${COMMANDS.start} has started: jobs, services, the artifact store, the development issuer, the private MySQL and Redis.`,
  options: { check: { about: 'ends nothing; exit code 1 and their names when processes run' } },
};

await main(COMMAND, async ({ values }) => {
  if (values.check) return check();
  say((await withLock('system', shutdown)) ? 'Portolan has stopped.' : 'Nothing was running.');
  return 0;
});
