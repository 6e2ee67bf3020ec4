/**
 * Messages per second that 500 clients of jobConnect get together, merged from eight sink workers, against a bare node:http
 * server that broadcasts the messages of the same workers as server-sent events. Losses must be told.
 */
import { deliveredPerSecond } from './lib/delivery.mjs';
import { startSinks } from './lib/sinks.mjs';

const SINKS = 8;
const LOAD = { sinks: SINKS, count: 400, messageBytes: 1024, clients: 500 };

export default {
  name: 'streams: eight sinks to 500 clients',
  unit: 'messages/s',
  goal: 0.6,
  async setup(bench) {
    const started = await startSinks(bench, SINKS);
    const bare = await bench.baseline('broadcast', { UPSTREAMS: started.upstreams });
    return { ...started, bare };
  },
  run: ({ streams, jobId }) => deliveredPerSecond(`${streams}/api/v1/jobConnectbyid/${jobId}`, LOAD),
  baseline: ({ bare }) => deliveredPerSecond(`${bare}/`, LOAD),
  teardown: ({ stop }) => stop(),
};
