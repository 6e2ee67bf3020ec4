import { resolve } from 'node:path';
import { oneOf, main } from './lib/command.mjs';
import { say } from './lib/console.mjs';
import { copyServices } from './lib/service-tree.mjs';
import { SERVICES } from './lib/settings.mjs';

const APPS = [...SERVICES.map(({ app }) => app), 'console'];
const COMMAND = {
  usage: 'node tools/service-tree.mjs',
  about: 'Copies a built service with the packages that it needs, and nothing else, into an empty folder.',
  positionals: { name: 'app folder', min: 2, max: 2, about: `app is one of ${APPS.join(', ')}` },
};

await main(COMMAND, ({ positionals: [app, target] }) => {
  oneOf('app', app, APPS);
  const { packages, libraries } = copyServices([app], resolve(target));
  say(`${app}: ${packages.length} packages and ${libraries.length} libraries in ${target}`);
});
