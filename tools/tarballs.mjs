import { rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureBuild } from './lib/build.mjs';
import { CLIENTS } from './lib/clients.mjs';
import { main } from './lib/command.mjs';
import { runOrFail } from './lib/commands.mjs';
import { say, step } from './lib/console.mjs';
import { makeFolder } from './lib/files.mjs';
import { ensurePackages, npmCommand } from './lib/packages.mjs';
import { HOME, ROOT } from './lib/settings.mjs';
import { stageSystem } from './lib/system-package.mjs';

/** @returns the path of the tarball */
async function packed(source, target) {
  const [command, ...args] = npmCommand();
  const options = ['pack', '--silent', '--pack-destination', target];
  const tail = await runOrFail(`packing ${source}`, command, [...args, ...options], { cwd: source });
  return join(target, tail.at(-1));
}

const COMMAND = {
  usage: 'npm run tarballs',
  about:
    'Builds the packages of the command, the clients and the whole system. Installed together, they need no checkout: npm install --global FOLDER/*.tgz, then portolan dev start.',
  positionals: { name: 'folder', max: 1, about: 'where to (.portolan/tarballs)' },
};

await main(COMMAND, async ({ positionals: [folder = join(HOME, 'tarballs')] }) => {
  await ensurePackages();
  await ensureBuild();
  const target = resolve(folder);
  const stage = join(HOME, 'system-package');
  makeFolder(target);
  try {
    await step('Collecting the system', () => stageSystem(stage));
    const sources = [join(ROOT, 'libs', 'cli'), ...CLIENTS.map(({ folder: client }) => client), stage];
    for (const source of sources) {
      const file = await packed(source, target);
      say(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
    }
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
});
