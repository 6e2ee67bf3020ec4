/** Cases of one client that gets the merged output of a job. */
import { deliveredPerSecond } from './delivery.mjs';
import { startSinks } from './sinks.mjs';

const SINKS = 8;

/** @param count messages of each sink in a round */
export function mergedStream({ name, goal, messageBytes, count }) {
  const load = { sinks: SINKS, count, messageBytes };
  return {
    name,
    unit: 'messages/s',
    goal,
    async setup(bench) {
      const started = await startSinks(bench, SINKS);
      const bare = await bench.baseline('pipe', { UPSTREAMS: started.upstreams });
      return { ...started, bare };
    },
    run: ({ streams, jobId }) => deliveredPerSecond(`${streams}/api/v1/jobConnectbyid/${jobId}`, load),
    baseline: ({ bare }) => deliveredPerSecond(`${bare}/`, load),
    teardown: ({ stop }) => stop(),
  };
}
