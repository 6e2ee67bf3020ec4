import { main } from './lib/command.mjs';
import { say } from './lib/console.mjs';
import { ensurePackages } from './lib/packages.mjs';

const COMMAND = {
  usage: 'node tools/packages.mjs',
  about: 'Installs the npm packages when some are missing or differ from the lock file.',
};

await main(COMMAND, async () => {
  await ensurePackages();
  say('the npm packages are those of package-lock.json');
});
