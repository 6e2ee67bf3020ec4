/**
 * Requests per second for the record of one streaming job with two workers, against a bare Fastify server that returns the same
 * bytes, with the guards of production in both (a token, and a limit of requests). The service keeps its response for 200 ms; the goal
 * is a floor.
 */
import { bareDocument } from '../lib/bare.mjs';
import { guards } from '../lib/guards.mjs';
import { requestsPerSecond } from '../lib/load.mjs';
import { createCluster, submit } from './lib/sinks.mjs';

export default {
  name: 'streams: record of a job, guarded',
  unit: 'requests/s',
  goal: 0.3,
  async setup(bench) {
    const { env, bareEnv, headers } = await guards(bench);
    const DATABASE_URL = await bench.database('job');
    const open = await bench.service('streams', { DATABASE_URL, ROLES: 'api' });
    const jarUrl = 'http://127.0.0.1:9/none.zip';
    await createCluster(open, 'BenchJob', { jarUrl, reportTo: 'nobody', workers: 2 });
    const { jobId } = (await submit(open, 'BenchJob')).jobMetadata;
    const streams = await bench.service('streams', { DATABASE_URL, ROLES: 'api', ...env });
    const path = `/api/v1/jobs/${jobId}`;
    return {
      record: `${streams}${path}`,
      headers,
      bare: await bareDocument(bench, `${open}${path}`, bareEnv),
    };
  },
  run: ({ record, headers }) => requestsPerSecond(record, { headers }),
  baseline: ({ bare, headers }) => requestsPerSecond(bare, { headers }),
};
