import { readUserMetric } from './job-record';
import { stageValues, type StageMeasurement } from './stage-values';
import type { WorkerInterval } from './worker-samples';

type Figures = Readonly<Record<string, number>>;

/** A worker's metrics at two times, ten seconds apart; names that end with _total are counters. */
function interval(before: Figures, now: Figures): WorkerInterval {
  const sample = (at: number, figures: Figures) => ({
    at,
    metrics: new Map(
      Object.entries(figures).map(([name, value]) => [name, { isCounter: name.endsWith('_total'), value }]),
    ),
  });
  return { before: sample(1000, before), now: sample(11_000, now) };
}
const grown = (figures: Figures) =>
  interval(Object.fromEntries(Object.keys(figures).map((name) => [name, 100])), {
    ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, 100 + value])),
  });
const values = (more: Partial<StageMeasurement>) =>
  stageValues({
    workers: [],
    feeders: [],
    machine: { cpuCores: 2, memoryMB: 100, networkMbps: 8 },
    userMetric: undefined,
    ...more,
  });

describe('[V1-SCALE-4] the values of a stage', () => {
  it('are absent before the first samples', () => {
    expect(values({})).toEqual({});
    expect(values({ workers: [interval({}, {})] })).toEqual({});
  });

  it('are means over the workers, in percent of the limit of one', () => {
    const cpu = (seconds: number) => grown({ process_cpu_seconds_total: seconds });
    expect(values({ workers: [cpu(20), cpu(10)] })).toEqual({ CPU: 75 });
    const memory = (megabytes: number) =>
      interval({}, { process_resident_memory_bytes: megabytes * 2 ** 20 });
    expect(values({ workers: [memory(50), memory(100)] })).toEqual({ Memory: 75 });
    const network = { worker_bytes_read_total: 4e6, worker_bytes_written_total: 1e6 };
    expect(values({ workers: [grown(network)] })).toEqual({ Network: 50 });
  });

  it('leave out measures without a limit, and workers without metrics', () => {
    const machine = { cpuCores: undefined, memoryMB: undefined, networkMbps: undefined };
    const worker = grown({ process_cpu_seconds_total: 5, process_resident_memory_bytes: 1 });
    expect(values({ workers: [worker], machine })).toEqual({});
    expect(values({ workers: [worker, interval({}, {})] })).toMatchObject({ CPU: 25 });
  });

  it('treat a reset counter as unchanged', () => {
    const restarted = interval({ process_cpu_seconds_total: 50 }, { process_cpu_seconds_total: 1 });
    expect(values({ workers: [restarted] })).toEqual({ CPU: 0 });
  });

  it('count events dropped by the stage and by the previous stage', () => {
    const worker = grown({ worker_events_in_total: 80, worker_input_dropped_total: 10 });
    const feeder = grown({ worker_events_dropped_total: 20 });
    expect(values({ workers: [worker], feeders: [feeder] })).toEqual({ RPS: 8, DataDrop: 30 });
    expect(values({ workers: [grown({ worker_events_in_total: 0 })] })).toEqual({ RPS: 0, DataDrop: 0 });
  });

  it.each([
    ['::depth::AVERAGE', { UserDefined: 20 }],
    ['::depth::MAX', { UserDefined: 30 }],
    ['kafka::lag_total::AVERAGE', { UserDefined: 5 }],
    ['::missing::MAX', {}],
  ])('read the metric in %s: a gauge as it is, a counter by its growth per second', (text, expected) => {
    const workers = [
      interval({ kafka_lag_total: 0 }, { depth: 10, kafka_lag_total: 100 }),
      interval({ kafka_lag_total: 50 }, { depth: 30, kafka_lag_total: 50 }),
    ];
    expect(values({ workers, userMetric: readUserMetric(text) })).toEqual(expected);
  });

  it.each(['', 'depth', 'a::b', 'a::b::MIN', 'a::::MAX', 'a::b::MAX::c'])(
    'find no metric in "%s"',
    (text) => {
      expect(readUserMetric(text)).toBeUndefined();
    },
  );
});
