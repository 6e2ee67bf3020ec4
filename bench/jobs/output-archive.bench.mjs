/** A gigabyte of stdout, read from the archive of the job, against a bare server that streams a file of that size. */
import { gigabyte, startOutput, writeOutput } from './lib/large-output.mjs';

export default {
  name: 'jobs: 1 GB of stdout, from the archive',
  unit: 'MB/s',
  goal: 0.6,
  async setup(bench) {
    const { bare, jobs } = await startOutput(bench);
    return { bare, stdout: await writeOutput(jobs, { archived: true }) };
  },
  run: ({ stdout }) => gigabyte(stdout),
  baseline: ({ bare }) => gigabyte(bare),
};
