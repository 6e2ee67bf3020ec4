/** `node tools/packages.mjs`: installs the npm packages when some are missing or differ from the lock file. */
import './lib/node-version.mjs';
import { main, say } from './lib/console.mjs';
import { ensurePackages } from './lib/packages.mjs';

await main(async () => {
  await ensurePackages();
  say('the npm packages are those of package-lock.json');
});
