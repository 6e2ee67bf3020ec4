import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { main } from './lib/command.mjs';
import { removeContainers } from './lib/compose.mjs';
import { Failure, say, step } from './lib/console.mjs';
import { withLock } from './lib/lock.mjs';
import { privateServers, release } from './lib/servers.mjs';
import { COMMANDS, HOME, paths } from './lib/settings.mjs';
import { shutdown } from './lib/shutdown.mjs';

const COMMAND = {
  usage: COMMANDS.reset,
  about: 'Stops everything and removes its data: databases, queues, job directories, archives, logs.',
  options: { yes: { short: 'y', about: 'does not ask' } },
};

/** Asks for confirmation on the terminal; without one, only `--yes` confirms. */
async function confirm() {
  if (!process.stdin.isTTY) throw new Failure(`${COMMANDS.reset} removes all data: confirm with --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`Remove all data in ${HOME}? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('nothing was removed');
  } finally {
    terminal.close();
  }
}

async function reset() {
  await shutdown();
  const { left } = await release('manual');
  if (left.length > 0)
    throw new Failure(`the private MySQL and Redis are in use by ${left.join(', ')}; their data stays`);
  await removeContainers();
  await step(`Removing ${HOME}`, async () => {
    // The folder of the locks stays: this command holds one.
    for (const name of readdirSync(HOME))
      if (join(HOME, name) !== paths.locks) rmSync(join(HOME, name), { recursive: true, force: true });
  });
  const needs = privateServers();
  if (!needs.mysql || !needs.redis)
    say('Databases and Redis given by environment variables were left as they are.');
}

await main(COMMAND, async ({ values }) => {
  if (!values.yes && existsSync(HOME)) await confirm();
  await withLock('system', reset);
});
