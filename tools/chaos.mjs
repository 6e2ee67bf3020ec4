/**
 * `npm run chaos [-- --short] [--seed N] [--only KIND,…] [--keep]`: a system of its own under load, while processes are
 * killed and paused, servers lose their data, a disk is full and a link is down; then counts what was lost, doubled or
 * left over. The same seed gives the same faults. docs/chaos.md tells what is checked.
 */
import './lib/node-version.mjs';
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { runChaos } from './chaos/run.mjs';
import { KINDS } from './chaos/plan.mjs';
import { ensureBuild } from './lib/build.mjs';
import { Failure, main } from './lib/console.mjs';
import { ensurePackages } from './lib/packages.mjs';

const OPTIONS = {
  short: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  seed: { type: 'string' },
  only: { type: 'string' },
};

function read(args) {
  let values;
  try {
    values = parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new Failure(error.message);
  }
  const seed = Number(values.seed ?? randomInt(1, 1_000_000));
  if (!Number.isInteger(seed) || seed < 0) throw new Failure('--seed is a whole number');
  const only = values.only?.split(',').map((kind) => kind.trim());
  const unknown = only?.find((kind) => !(kind in KINDS));
  if (unknown !== undefined)
    throw new Failure(`--only knows ${Object.keys(KINDS).join(', ')}, not "${unknown}"`);
  return { form: values.short ? 'short' : 'full', seed, only, keep: values.keep };
}

await main(
  async (args) => {
    const options = read(args);
    await ensurePackages();
    await ensureBuild();
    return (await runChaos(options)) ? 0 : 1;
  },
  { ownSignals: true },
);
process.exit();
