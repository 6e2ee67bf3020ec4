import { oneOf, main } from './lib/command.mjs';
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
  say(`needed by: ${keepers().join(', ') || 'none'}`);
}

const COMMAND = {
  usage: 'node tools/servers.mjs',
  about: 'Starts, stops or shows the private MySQL and Redis alone, for development and tests.',
  positionals: { name: 'up|down|status', min: 1, max: 1, about: 'what to do' },
};

await main(COMMAND, async ({ positionals: [verb] }) => {
  oneOf('verb', verb, ['up', 'down', 'status']);
  if (verb === 'status') return status();
  if (verb === 'up') {
    await up('manual');
    return say(`${addresses().admin}  ${addresses().redis}`);
  }
  const { stopped, left } = await release('manual');
  if (left.length > 0) say(`MySQL and Redis stay up: ${left.join(', ')} needs them`);
  else if (stopped.length === 0) say('nothing was running');
});
