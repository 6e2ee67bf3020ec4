/**
 * `npm run fuzz [-- history|jobs|streams] [--requests N] [--seed N]`: sends generated requests to services of its own, made
 * from the `openapi.json` of each: good ones, such that are nearly so, and hostile ones. Every answer must be a documented
 * one. Exit code 1 when one is not, when a documented one never comes, or when too few requests get far.
 */
import './lib/node-version.mjs';
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { UsageError, wholeNumber } from './lib/arguments.mjs';
import { ensureBuild } from './lib/build.mjs';
import { main } from './lib/command.mjs';
import { say, step } from './lib/console.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { release, up } from './lib/servers.mjs';
import { fuzz } from './fuzz/fuzz.mjs';

const KEYS = ['history', 'jobs', 'streams'];

const COMMAND = {
  usage: 'npm run fuzz',
  about: 'Sends generated requests to services of its own; every answer must be a documented one.',
  options: {
    requests: { type: 'string', value: 'N', default: '20000', about: 'how many to each service (20000)' },
    seed: { type: 'string', value: 'N', about: 'makes the requests of an earlier run again (random)' },
  },
  positionals: { name: 'service', about: `${KEYS.join(', ')}; without a name, all of them` },
};

function read({ values, positionals }) {
  const requests = wholeNumber('requests', values.requests, 1);
  const seed = values.seed === undefined ? randomInt(2 ** 31) : wholeNumber('seed', values.seed);
  const unknown = positionals.find((key) => !KEYS.includes(key));
  if (unknown) throw new UsageError(`there is no service "${unknown}"; one of ${KEYS.join(', ')}`);
  return { keys: positionals.length > 0 ? positionals : KEYS, requests, seed };
}

await main(
  COMMAND,
  async (args) => {
    const wanted = read(args);
    const keeper = `fuzz-${process.pid}`;
    await up(keeper, process.pid);
    try {
      await ensurePackages();
      await ensureBuild();
      say(`seed ${wanted.seed}: npm run fuzz -- --seed ${wanted.seed} makes the same requests again`);
      const problems = await fuzz(wanted, { say, step });
      say(problems.length === 0 ? '\nnothing but documented answers' : `\n${problems.length} problems`);
      return problems.length === 0 ? 0 : 1;
    } finally {
      await release(keeper);
    }
  },
  { ownSignals: true },
);
