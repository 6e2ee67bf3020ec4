/**
 * `node tools/env.mjs <service>`: prints the environment that `npm start` gives to a service as `export` lines, so that
 * it can be run by hand in its place: `eval "$(node tools/env.mjs jobs)"`. Holds a token and passwords.
 */
import './lib/node-version.mjs';
import { UsageError } from './lib/arguments.mjs';
import { main } from './lib/command.mjs';
import { say } from './lib/console.mjs';
import { exportLines } from './lib/environment.mjs';
import { environmentOf } from './lib/services.mjs';
import { SERVICES } from './lib/settings.mjs';

const names = SERVICES.flatMap(({ key, app }) => [key, app]);

const COMMAND = {
  usage: 'node tools/env.mjs',
  about:
    'Prints the environment that npm start gives to a service as export lines. Holds a token and passwords.',
  positionals: { name: 'service', min: 1, max: 1, about: `one of ${names.join(', ')}` },
};

await main(COMMAND, ({ positionals: [name] }) => {
  const service = SERVICES.find(({ key, app }) => name === key || name === app);
  if (!service) throw new UsageError(`there is no service "${name}"; one of ${names.join(', ')}`);
  say(exportLines(environmentOf(service)));
});
