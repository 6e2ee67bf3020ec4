/** `node tools/servers.mjs up|down|status`: the private MySQL and Redis alone, for development and tests. */
import { UsageError } from './lib/arguments.mjs';
import { main } from './lib/command.mjs';
import { say } from './lib/console.mjs';
import * as mysql from './lib/mysql.mjs';
import * as redis from './lib/redis.mjs';
import { addresses, keepers, privateServers, release, up } from './lib/servers.mjs';

function status() {
  const needs = privateServers();
  for (const [title, server, needed] of [
    ['MySQL', mysql, needs.mysql],
    ['Redis', redis, needs.redis],
  ]) {
    const record = server.running();
    const state = record ? `running on 127.0.0.1:${record.port}, pid ${record.pid}` : 'not running';
    say(`${title}: ${needed || record ? `private, ${state}` : 'given by the environment'}`);
  }
  say(`needed by: ${keepers().join(', ') || 'nobody'}`);
}

const COMMAND = {
  usage: 'node tools/servers.mjs',
  about: 'Starts, stops or shows the private MySQL and Redis alone, for development and tests.',
  positionals: { name: 'up|down|status', min: 1, max: 1, about: 'what to do' },
};

await main(COMMAND, async ({ positionals: [verb] }) => {
  switch (verb) {
    case 'up': {
      await up('manual');
      const { admin, redis: redisUrl } = addresses();
      say(`${admin}  ${redisUrl}`);
      return 0;
    }
    case 'down': {
      const { stopped, left } = await release('manual');
      if (left.length > 0) say(`MySQL and Redis stay up, for they are needed by: ${left.join(', ')}`);
      else if (stopped.length === 0) say('nothing was running');
      return 0;
    }
    case 'status':
      status();
      return 0;
    default:
      throw new UsageError(`unknown verb "${verb}"; one of up, down, status`);
  }
});
