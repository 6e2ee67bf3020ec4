/** Measures the size of an installed command on the disk, without optional dependencies. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from '../../tools/lib/clients.mjs';
import { runOrFail } from '../../tools/lib/commands.mjs';
import { npmCommand } from '../../tools/lib/packages.mjs';
import { ROOT } from '../../tools/lib/settings.mjs';

async function npm(cwd, ...words) {
  const [command, ...args] = npmCommand();
  return runOrFail(`npm ${words[0]}`, command, [...args, ...words], { cwd });
}

/** The sum of the files of a folder, MB. */
const megabytesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0) / 1e6;

export default {
  name: 'cli: installed size without optional dependencies',
  unit: 'MB',
  goal: 15,
  compare: 'value',
  async setup(bench) {
    const prefix = join(bench.folder, 'installed');
    mkdirSync(prefix, { recursive: true });
    const sources = [join(ROOT, 'libs', 'cli'), ...CLIENTS.map(({ folder }) => folder)];
    for (const source of sources) await npm(source, 'pack', '--silent', '--pack-destination', prefix);
    const tarballs = readdirSync(prefix).map((name) => join(prefix, name));
    const options = ['--prefix', prefix, '--omit=optional', '--prefer-offline', '--no-audit', '--no-fund'];
    await npm(prefix, 'install', ...options, ...tarballs);
    return { prefix };
  },
  run: async ({ prefix }) => megabytesIn(join(prefix, 'node_modules')),
  baseline: async () => 0,
  teardown: async ({ prefix }) => rmSync(prefix, { recursive: true, force: true }),
};
