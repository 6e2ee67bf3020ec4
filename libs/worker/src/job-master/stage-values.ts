import { ScalingReason, type StageRecord, type UserMetric } from './job-record';
import type { WorkerInterval } from './worker-samples';

export interface StageMeasurement {
  readonly workers: readonly WorkerInterval[];
  /** Workers of the previous stage, whose dropped events were meant for this stage. */
  readonly feeders: readonly WorkerInterval[];
  readonly machine: StageRecord['machineDefinition'];
  readonly userMetric: UserMetric | undefined;
}

/** A value for each reason that could be measured. */
export type StageValues = Readonly<Partial<Record<ScalingReason, number>>>;

const BYTES_IN_MB = 2 ** 20;
const BITS_IN_MEGABIT = 1e6;

/** Returns the growth of a counter per second; undefined when the worker does not have it, 0 when it was reset. */
function growth({ before, now }: WorkerInterval, name: string): number | undefined {
  const [from, to] = [before.metrics.get(name), now.metrics.get(name)];
  const seconds = (now.at - before.at) / 1000;
  if (!from || !to || seconds <= 0) return undefined;
  return Math.max(0, to.value - from.value) / seconds;
}

/** Returns the mean of the known values; undefined when there is none. */
function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Returns the mean over the workers that have the value, as a share of `whole` in percent. */
function percent(
  intervals: readonly WorkerInterval[],
  whole: number | undefined,
  of: (interval: WorkerInterval) => number | undefined,
): number | undefined {
  const value = mean(intervals.map(of));
  return value === undefined || !whole ? undefined : (100 * value) / whole;
}

const total = (intervals: readonly WorkerInterval[], name: string): number =>
  intervals.reduce((sum, interval) => sum + (growth(interval, name) ?? 0), 0);

/** Returns the share of the stage's events that were dropped by it or the previous stage, in percent. */
function dataDrop({ workers, feeders }: StageMeasurement): number | undefined {
  if (workers.every((worker) => growth(worker, 'worker_events_in_total') === undefined)) return undefined;
  const missed = total(feeders, 'worker_events_dropped_total');
  const meant = total(workers, 'worker_events_in_total') + missed;
  const dropped = total(workers, 'worker_input_dropped_total') + missed;
  return meant === 0 ? 0 : Math.min(100, (100 * dropped) / meant);
}

function userDefined({ workers, userMetric }: StageMeasurement): number | undefined {
  if (!userMetric) return undefined;
  const values = workers
    .map((interval) => {
      const metric = interval.now.metrics.get(userMetric.name);
      return metric?.isCounter ? growth(interval, userMetric.name) : metric?.value;
    })
    .filter((value) => value !== undefined);
  if (values.length === 0) return undefined;
  return userMetric.algorithm === 'MAX' ? Math.max(...values) : mean(values);
}

function network(interval: WorkerInterval): number | undefined {
  const read = growth(interval, 'worker_bytes_read_total');
  const written = growth(interval, 'worker_bytes_written_total');
  return read === undefined && written === undefined ? undefined : (read ?? 0) + (written ?? 0);
}

/**
 * Returns the usage and throughput of a stage's workers, by reason: CPU, memory and network in percent of the machine
 * definition (means over the workers), dropped events in percent of those meant for the stage, RPS as events per
 * second and worker, a user's metric as it is (its growth per second for a counter).
 */
export function stageValues(measurement: StageMeasurement): StageValues {
  const { workers, machine } = measurement;
  const { cpuCores, memoryMB, networkMbps } = machine;
  const memory = ({ now }: WorkerInterval) => now.metrics.get('process_resident_memory_bytes')?.value;
  const values = {
    [ScalingReason.CPU]: percent(workers, cpuCores, (one) => growth(one, 'process_cpu_seconds_total')),
    [ScalingReason.Memory]: percent(workers, memoryMB && memoryMB * BYTES_IN_MB, memory),
    [ScalingReason.Network]: percent(workers, networkMbps && (networkMbps * BITS_IN_MEGABIT) / 8, network),
    [ScalingReason.DataDrop]: dataDrop(measurement),
    [ScalingReason.RPS]: mean(workers.map((one) => growth(one, 'worker_events_in_total'))),
    [ScalingReason.UserDefined]: userDefined(measurement),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
