/**
 * `node tools/env.mjs <service>`: prints the environment that `npm start` gives to a service as `export` lines, so that
 * it can be run by hand in its place: `eval "$(node tools/env.mjs jobs)"`. Holds a token and passwords.
 */
import './lib/node-version.mjs';
import { Failure, main, say } from './lib/console.mjs';
import { exportLines } from './lib/environment.mjs';
import { environmentOf } from './lib/services.mjs';
import { SERVICES } from './lib/settings.mjs';

const names = SERVICES.flatMap(({ key, app }) => [key, app]);

await main((args) => {
  const service = SERVICES.find(({ key, app }) => args[0] === key || args[0] === app);
  if (!service || args.length > 1)
    throw new Failure(`usage: node tools/env.mjs <service>; a service is one of ${names.join(', ')}`);
  say(exportLines(environmentOf(service)));
});
