/**
 * `npm run pack -- <example>… [--out DIR]`: makes artifacts that nodes can fetch, by default in .portolan/artifacts;
 * without a name, of every example.
 */
import './lib/node-version.mjs';
import { relative, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Failure, main, say } from './lib/console.mjs';
import { pack, packableExamples } from './lib/pack.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { paths } from './lib/settings.mjs';

function readArguments(args) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { out: { type: 'string' } } });
  } catch (error) {
    throw new Failure(`${error.message}\nusage: npm run pack -- <example>… [--out DIR]`);
  }
}

await main(async (args) => {
  const { positionals, values } = readArguments(args);
  await ensurePackages();
  const names = positionals.length > 0 ? positionals : await packableExamples();
  for (const name of names) {
    for (const { path, size } of await pack(name, values.out ? resolve(values.out) : paths.artifacts)) {
      say(`${relative(process.cwd(), path)} ${(size / 1024).toFixed(1)} KB`);
    }
  }
});
