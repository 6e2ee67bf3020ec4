import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startIssuer } from '../bench/lib/guards.mjs';
import { compared, json, table } from '../bench/lib/report.mjs';
import { runCase } from '../bench/lib/run-case.mjs';
import { Bench } from '../bench/lib/system.mjs';
import { oneOf, wholeNumber, main } from './lib/command.mjs';
import { say, step } from './lib/console.mjs';
import { withServers } from './lib/servers.mjs';
import { ROOT, SERVICES } from './lib/settings.mjs';
import { withUndo } from './lib/commands.mjs';

/** The folders of cases: of each service, of the command, and of the console. */
const KEYS = [...SERVICES.map(({ key }) => key), 'cli', 'console'];

/** The amount of data in the databases; the cases define `full`. */
const SCALES = ['usual', 'full'];

const COMMAND = {
  usage: 'npm run bench',
  about:
    'Measures each case of bench/<service>/ against a bare baseline. Exit code 1 when a case fails or misses its goal.',
  options: {
    rounds: { value: 'N', default: '5', about: 'how often each side is measured (5)' },
    only: { value: 'TEXT', default: '', about: 'the cases whose name has TEXT in it' },
    scale: {
      value: SCALES.join('|'),
      default: process.env.BENCH_SCALE ?? 'usual',
      about: 'how much is in the databases (BENCH_SCALE, usual)',
    },
    json: { value: 'FILE', about: 'keeps the figures' },
    profile: { value: 'FOLDER', about: 'writes a CPU profile of each service' },
  },
  positionals: { name: 'service', about: `${KEYS.join(', ')}; without a name, all of them` },
};

async function casesOf(key) {
  const folder = join(ROOT, 'bench', key);
  const files = readdirSync(folder).filter((name) => name.endsWith('.bench.mjs'));
  const cases = files
    .sort()
    .map(async (name) => (await import(pathToFileURL(join(folder, name)).href)).default);
  return (await Promise.all(cases)).flat();
}

async function measure({ keys, only, rounds }, bench) {
  const results = [];
  for (const key of keys) {
    for (const benchCase of (await casesOf(key)).filter(({ name }) => name.includes(only))) {
      await step(benchCase.name, async (progress) => {
        let done = 0;
        const result = await runCase(benchCase, bench, {
          rounds,
          onRound: () => progress(`round ${(done += 1)} of ${rounds}`),
        });
        results.push(result);
        return compared(result);
      });
    }
  }
  return results;
}

await main(COMMAND, async ({ values, positionals }) => {
  const rounds = wholeNumber('rounds', values.rounds, 1);
  for (const key of positionals) oneOf('service', key, KEYS);
  oneOf('--scale', values.scale, SCALES);
  // Read by the cases when they are loaded.
  process.env.BENCH_SCALE = values.scale;
  const keys = positionals.length > 0 ? positionals : KEYS;
  const file = values.json && resolve(values.json);
  const nodeFlags = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`] : [];
  return withServers('bench', async () => {
    const bench = new Bench({ ...(await startIssuer()), nodeFlags });
    const results = await withUndo(
      () => bench.end(),
      () => measure({ keys, only: values.only, rounds }, bench),
    );
    say(`\n${table(results)}`);
    if (file) writeFileSync(file, json(results));
    return results.every(({ met }) => met) ? 0 : 1;
  });
});
