/** A gigabyte of stdout, read while the job still runs, against a bare server that streams a file of that size. */
import { gigabyte, startOutput, writeOutput } from './lib/large-output.mjs';

export default {
  name: 'jobs: 1 GB of stdout, live',
  unit: 'MB/s',
  goal: 0.8,
  async setup(bench) {
    const { bare, jobs } = await startOutput(bench);
    return { bare, stdout: await writeOutput(jobs, { archived: false }) };
  },
  run: ({ stdout }) => gigabyte(stdout),
  baseline: ({ bare }) => gigabyte(bare),
};
