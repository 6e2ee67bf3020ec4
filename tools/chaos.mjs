/** `npm run chaos`: a system under load and faults; counts lost, repeated and leftover work. docs/chaos.md lists the checks. */
import { randomInt } from 'node:crypto';
import { runChaos } from './chaos/run.mjs';
import { KINDS } from './chaos/plan.mjs';
import { oneOf, wholeNumber, main } from './lib/command.mjs';
import { ensureBuild } from './lib/build.mjs';
import { ensurePackages } from './lib/packages.mjs';

const COMMAND = {
  ownSignals: true,
  usage: 'npm run chaos',
  about: 'Runs a system of its own under load and faults, then counts what was lost, doubled or left over.',
  options: {
    short: {
      about: '60 jobs, 3 streaming jobs, each kind of fault once; about 2 minutes',
    },
    keep: { about: 'keeps its databases and logs' },
    seed: { value: 'N', about: 'the faults of an earlier run (random)' },
    only: { value: 'KIND,…', about: `some kinds of faults: ${Object.keys(KINDS).join(', ')}` },
  },
};

await main(COMMAND, async ({ values }) => {
  const seed = values.seed === undefined ? randomInt(1, 1_000_000) : wholeNumber('seed', values.seed);
  const only = values.only?.split(',').map((kind) => kind.trim());
  for (const kind of only ?? []) oneOf('--only', kind, Object.keys(KINDS));
  await ensurePackages();
  await ensureBuild();
  return (await runChaos({ form: values.short ? 'short' : 'full', seed, only, keep: values.keep })) ? 0 : 1;
});
process.exit();
