/**
 * `npm run chaos [-- --short] [--seed N] [--only KIND,…] [--keep]`: a system of its own under load, while processes are
 * killed and paused, servers lose their data, a disk is full and a link is down; then counts what was lost, doubled or
 * left over. The same seed gives the same faults. docs/chaos.md tells what is checked.
 */
import './lib/node-version.mjs';
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { runChaos } from './chaos/run.mjs';
import { KINDS } from './chaos/plan.mjs';
import { UsageError, wholeNumber } from './lib/arguments.mjs';
import { ensureBuild } from './lib/build.mjs';
import { main } from './lib/command.mjs';
import { ensurePackages } from './lib/packages.mjs';

const COMMAND = {
  usage: 'npm run chaos',
  about: 'Runs a system of its own under load and faults, then counts what was lost, doubled or left over.',
  options: {
    short: {
      type: 'boolean',
      default: false,
      about: '60 jobs, 3 streaming jobs, each kind of fault once; about 2 minutes',
    },
    keep: { type: 'boolean', default: false, about: 'keeps its databases and logs' },
    seed: { type: 'string', value: 'N', about: 'the faults of an earlier run (random)' },
    only: {
      type: 'string',
      value: 'KIND,…',
      about: `some kinds of faults: ${Object.keys(KINDS).join(', ')}`,
    },
  },
};

function read(values) {
  const seed = values.seed === undefined ? randomInt(1, 1_000_000) : wholeNumber('seed', values.seed);
  const only = values.only?.split(',').map((kind) => kind.trim());
  const unknown = only?.find((kind) => !(kind in KINDS));
  if (unknown !== undefined)
    throw new UsageError(`--only knows ${Object.keys(KINDS).join(', ')}, not "${unknown}"`);
  return { form: values.short ? 'short' : 'full', seed, only, keep: values.keep };
}

await main(
  COMMAND,
  async ({ values }) => {
    const options = read(values);
    await ensurePackages();
    await ensureBuild();
    return (await runChaos(options)) ? 0 : 1;
  },
  { ownSignals: true },
);
process.exit();
