/** Memory that reading a gigabyte of stdout takes, live and from the archive, four clients at a time; what it had before apart. */
import { watched } from '../lib/service-metrics.mjs';
import { gigabyte, startOutput, writeOutput } from './lib/large-output.mjs';

const CLIENTS = 4;

export default {
  name: 'jobs: memory for 1 GB of stdout',
  unit: 'MB',
  goal: 50,
  compare: 'value',
  async setup(bench) {
    const { jobs } = await startOutput(bench);
    const outputs = [
      await writeOutput(jobs, { archived: false }),
      await writeOutput(jobs, { archived: true }),
    ];
    return { jobs, outputs };
  },
  async run({ jobs, outputs }) {
    const read = () =>
      Promise.all(Array.from({ length: CLIENTS }, (_, index) => gigabyte(outputs[index % outputs.length])));
    const { before, most } = await watched(jobs, read);
    return most - before;
  },
  baseline: async () => 0,
};
