/**
 * `npm run bench [-- history|jobs|streams] [--only TEXT] [--rounds N] [--scale full] [--json FILE]`: measures each case of bench/<service>/
 * (of those whose name has TEXT in it) against a bare baseline in the same run, on services of its own. Exit code 1 when a case fails or misses its goal.
 */
import './lib/node-version.mjs';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { compared, json, table } from '../bench/lib/report.mjs';
import { runCase } from '../bench/lib/run-case.mjs';
import { Bench } from '../bench/lib/system.mjs';
import { UsageError, wholeNumber } from './lib/arguments.mjs';
import { ensureBuild } from './lib/build.mjs';
import { main } from './lib/command.mjs';
import { Failure, say, step } from './lib/console.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { release, up } from './lib/servers.mjs';
import { ROOT, SERVICES } from './lib/settings.mjs';
import { onSignal } from './lib/signals.mjs';

const KEYS = SERVICES.map(({ key }) => key);

/** How much there is in the databases of the services; what `full` means is said by the cases. */
const SCALES = ['usual', 'full'];

const COMMAND = {
  usage: 'npm run bench',
  about:
    'Measures each case of bench/<service>/ against a bare baseline. Exit code 1 when a case fails or misses its goal.',
  options: {
    rounds: { type: 'string', value: 'N', default: '5', about: 'how often each side is measured (5)' },
    only: { type: 'string', value: 'TEXT', default: '', about: 'the cases whose name has TEXT in it' },
    scale: {
      type: 'string',
      value: SCALES.join('|'),
      default: process.env.BENCH_SCALE ?? 'usual',
      about: 'how much is in the databases (BENCH_SCALE, usual)',
    },
    json: { type: 'string', value: 'FILE', about: 'keeps the figures' },
  },
  positionals: { name: 'service', about: `${KEYS.join(', ')}; without a name, all of them` },
};

function read({ values, positionals }) {
  const rounds = wholeNumber('rounds', values.rounds, 1);
  const unknown = positionals.find((key) => !KEYS.includes(key));
  if (unknown) throw new UsageError(`there is no service "${unknown}"; one of ${KEYS.join(', ')}`);
  if (!SCALES.includes(values.scale)) throw new UsageError(`--scale must be one of ${SCALES.join(', ')}`);
  // Cases read it when they are loaded.
  process.env.BENCH_SCALE = values.scale;
  return {
    keys: positionals.length > 0 ? positionals : KEYS,
    rounds,
    only: values.only,
    file: values.json && resolve(values.json),
  };
}

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
    const cases = (await casesOf(key)).filter(({ name }) => name.includes(only));
    for (const benchCase of cases) {
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

/** Ends the bench's processes also when it is interrupted; a second signal finds that under way. */
function untilInterrupted(work) {
  return Promise.race([
    work,
    new Promise((_, reject) => {
      onSignal((name) => reject(new Failure(`interrupted by ${name}`)));
    }),
  ]);
}

await main(
  COMMAND,
  async (args) => {
    const options = read(args);
    const keeper = `bench-${process.pid}`;
    try {
      await up(keeper, process.pid);
      await ensurePackages();
      await ensureBuild();
      const bench = new Bench();
      let results;
      try {
        results = await untilInterrupted(measure(options, bench));
      } finally {
        await bench.end();
      }
      say(`\n${table(results)}`);
      if (options.file) writeFileSync(options.file, json(results));
      return results.every(({ met }) => met) ? 0 : 1;
    } finally {
      await release(keeper);
    }
  },
  { ownSignals: true },
);
