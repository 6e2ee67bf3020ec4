/** `npm run reset`: stops everything and removes its data: databases, queues, job directories, logs. */
import './lib/node-version.mjs';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeContainers } from './lib/compose.mjs';
import { Failure, main, say, step } from './lib/console.mjs';
import { withLock } from './lib/lock.mjs';
import { privateServers, release } from './lib/servers.mjs';
import { HOME, paths } from './lib/settings.mjs';
import { shutdown } from './lib/shutdown.mjs';

await main(() =>
  withLock('system', async () => {
    await shutdown();
    const { left } = await release('manual');
    if (left.length > 0)
      throw new Failure(`the private MySQL and Redis are in use by ${left.join(', ')}; their data stays`);
    await removeContainers();
    await step('Removing .portolan', async () => {
      // The folder of the locks stays: this command holds one.
      for (const name of readdirSync(HOME)) {
        if (join(HOME, name) !== paths.locks) rmSync(join(HOME, name), { recursive: true, force: true });
      }
    });
    const needs = privateServers();
    if (!needs.mysql || !needs.redis)
      say('Databases and Redis given by environment variables were left as they are.');
    return 0;
  }),
);
