/**
 * Requests per second for the record of one streaming job with two workers, over 8 connections, against a bare Fastify server that
 * returns the same bytes. The service keeps its response for 200 ms.
 */
import { bareDocument } from '../lib/bare.mjs';
import { requestsPerSecond } from '../lib/load.mjs';
import { createCluster, submit } from './lib/sinks.mjs';

const OPTIONS = { connections: 8 };

export default {
  name: 'streams: record of a job',
  unit: 'requests/s',
  goal: 0.5,
  async setup(bench) {
    const streams = await bench.service('streams', { ROLES: 'api' });
    const jarUrl = 'http://127.0.0.1:9/none.zip';
    await createCluster(streams, 'BenchJob', { jarUrl, reportTo: 'nobody', workers: 2 });
    const { jobId } = (await submit(streams, 'BenchJob')).jobMetadata;
    const record = `${streams}/api/v1/jobs/${jobId}`;
    return { record, bare: await bareDocument(bench, record) };
  },
  run: ({ record }) => requestsPerSecond(record, OPTIONS),
  baseline: ({ bare }) => requestsPerSecond(bare, OPTIONS),
};
