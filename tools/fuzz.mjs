/**
 * `npm run fuzz [-- history|jobs|streams] [--requests N] [--seed N]`: sends generated requests to services of its own, made
 * from the `openapi.json` of each: good ones, such that are nearly so, and hostile ones. Every answer must be a documented
 * one. Exit code 1 when one is not, when a documented one never comes, or when too few requests get far.
 */
import './lib/node-version.mjs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureBuild } from './lib/build.mjs';
import { Failure, main, say, step } from './lib/console.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { release, up } from './lib/servers.mjs';
import { fuzz } from './fuzz/fuzz.mjs';

const KEYS = ['history', 'jobs', 'streams'];

function readArguments(args) {
  const options = { requests: { type: 'string', default: '20000' }, seed: { type: 'string' } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const requests = Number(values.requests);
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  const unknown = positionals.find((key) => !KEYS.includes(key));
  if (unknown) throw new Failure(`unknown service ${unknown}; one of ${KEYS.join(', ')}`);
  if (!Number.isInteger(requests) || requests < 1)
    throw new Failure('--requests must be a whole number from 1');
  if (!Number.isInteger(seed)) throw new Failure('--seed must be a whole number');
  return { keys: positionals.length > 0 ? positionals : KEYS, requests, seed };
}

await main(
  async (args) => {
    const wanted = readArguments(args);
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
