import { readMetrics } from '@portolan/worker/worker-metrics';

/** The counts of a worker by their names at its metrics port (docs/writing-a-job.md). */
const METRICS = {
  eventsIn: 'worker_events_in_total',
  eventsOut: 'worker_events_out_total',
  eventsDropped: 'worker_events_dropped_total',
  inputDropped: 'worker_input_dropped_total',
} as const;

/** Counts since the process of the worker began; null: not counted. */
export type WorkerCounts = Record<keyof typeof METRICS, number | null>;

/** Reads the counts from the text of a metrics port. Ignores values that are not whole numbers, because the job controls the text. */
export function countsIn(text: string): WorkerCounts {
  const metrics = readMetrics(text);
  const count = (name: string): number | null => {
    const value = metrics.get(name)?.value;
    return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  return {
    eventsIn: count(METRICS.eventsIn),
    eventsOut: count(METRICS.eventsOut),
    eventsDropped: count(METRICS.eventsDropped),
    inputDropped: count(METRICS.inputDropped),
  };
}
