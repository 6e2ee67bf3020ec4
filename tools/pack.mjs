import { relative, resolve } from 'node:path';
import { main } from './lib/command.mjs';
import { say } from './lib/console.mjs';
import { pack, packableExamples } from './lib/pack.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { paths } from './lib/settings.mjs';

const COMMAND = {
  usage: 'npm run pack',
  about: 'Makes artifacts that nodes can fetch.',
  options: { out: { value: 'DIR', about: 'where to (.portolan/artifacts)' } },
  positionals: { name: 'example', about: 'folders of examples/; without a name, all of them' },
};

await main(COMMAND, async ({ positionals, values }) => {
  await ensurePackages();
  for (const name of positionals.length > 0 ? positionals : await packableExamples())
    for (const { path, size } of await pack(name, values.out ? resolve(values.out) : paths.artifacts))
      say(`${relative(process.cwd(), path)} ${(size / 1024).toFixed(1)} KB`);
});
