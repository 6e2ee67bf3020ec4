/**
 * `eval "$(node tools/env.mjs jobs)"`: prints the environment that `npm start` sets for a service, to run the service by hand
 * instead.
 */
import { oneOf, main } from './lib/command.mjs';
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
  oneOf('service', name, names);
  say(exportLines(environmentOf(SERVICES.find(({ key, app }) => name === key || name === app))));
});
