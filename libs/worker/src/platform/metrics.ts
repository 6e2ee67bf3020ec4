import { createServer } from 'node:http';
import type { OwnMetric } from '../job/own-metrics';
import { listen } from './http';
import type { UsageSample } from './resource-usage';
import type { WorkerEnvironment } from './worker-environment';

type Labels = Readonly<Record<string, string | number>>;

export interface MetricValue extends Readonly<OwnMetric> {
  /** In addition to the labels of all metrics of the process. */
  readonly labels?: Labels;
}

/** The names and descriptions of a worker's counts. */
const COUNTS = {
  eventsIn: ['worker_events_in_total', 'Events that the stage received.'],
  eventsOut: ['worker_events_out_total', 'Events that the stage emitted.'],
  eventsDropped: [
    'worker_events_dropped_total',
    'Events that a client or the next stage missed because its queue was full.',
  ],
  inputDropped: [
    'worker_input_dropped_total',
    'Events that the stage itself dropped because its buffer was full.',
  ],
  eventsMalformed: ['worker_events_malformed_total', 'Events of the previous stage that were not JSON.'],
  clients: ['worker_clients', 'Connected clients of the event port.'],
  upstreamConnections: ['worker_upstream_connections', 'Open connections to workers of the previous stage.'],
  bytesRead: ['worker_bytes_read_total', 'Bytes read from peers.'],
  bytesWritten: ['worker_bytes_written_total', 'Bytes written to clients.'],
} as const;

export type WorkerCounts = Readonly<Record<keyof typeof COUNTS, number>>;
export const NO_COUNTS = Object.fromEntries(Object.keys(COUNTS).map((key) => [key, 0])) as WorkerCounts;

/** The names of counters end with `_total`. */
const metric = (name: string, help: string, value: number): MetricValue => ({
  name,
  type: name.endsWith('_total') ? 'counter' : 'gauge',
  help,
  value,
});

export const workerMetrics = (counts: WorkerCounts): MetricValue[] =>
  Object.entries(COUNTS).map(([key, [name, help]]) => metric(name, help, counts[key as keyof WorkerCounts]));

/** Returns the resource usage of the process as metrics, under the names that Prometheus clients of other languages use. */
export const processMetrics = ({ cpuSeconds, memoryMB }: UsageSample): MetricValue[] => [
  metric('process_cpu_seconds_total', 'CPU time that the process has used, seconds.', cpuSeconds),
  metric('process_resident_memory_bytes', 'Memory that is resident, bytes.', memoryMB * 2 ** 20),
];

const escaped = (text: string) =>
  text.replace(/["\\\n]/g, (found) => (found === '\n' ? '\\n' : `\\${found}`));
const oneLine = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

/** Formats metrics as Prometheus text, grouped by name. @param labels common to all */
export function metricsText(metrics: readonly MetricValue[], labels: Labels): string {
  let header = '';
  return metrics
    .map(({ name, type, help, value, labels: own }) => {
      const label = Object.entries({ ...labels, ...own })
        .map(([key, value]) => `${key}="${escaped(String(value))}"`)
        .join(',');
      const begins = header !== name;
      header = name;
      const about = begins ? `# HELP ${name} ${oneLine(help)}\n# TYPE ${name} ${type}\n` : '';
      return `${about}${name}{${label}} ${value}\n`;
    })
    .join('');
}

/** Serves `text()` at `GET /metrics` if the worker has a port for it. @returns a function that closes the server */
export async function serveMetrics({ ports, bindAddress }: WorkerEnvironment, text: () => string) {
  if (ports.metrics === undefined) return () => undefined;
  const server = createServer((request, response) => {
    const found = request.url?.split('?')[0] === '/metrics';
    const headers = { 'content-type': 'text/plain; version=0.0.4', connection: 'close' };
    response.writeHead(found ? 200 : 404, headers).end(found ? text() : 'the metrics are at /metrics\n');
  });
  await listen(server, ports.metrics, bindAddress);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** One metric of a worker, summed over its labels. */
export interface ScrapedMetric {
  readonly isCounter: boolean;
  readonly value: number;
}

const TYPE = /^#\s*TYPE\s+([A-Za-z_:][\w:]*)\s+(\w+)/;
/**
 * A name, optional labels, a value, an optional time. Label values may contain any character, also closing braces. Each blank has one
 * place in the pattern, so that a line of many blanks takes linear time.
 */
const SAMPLE = /^([A-Za-z_:][\w:]*)(?:\s*\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\})?\s+(\S+)(?:\s+-?\d+)?\s*$/;

/** Parses Prometheus's text format. Ignores invalid lines and infinite values: the job controls the text. */
export function readMetrics(text: string): Map<string, ScrapedMetric> {
  const counters = new Set<string>();
  const metrics = new Map<string, ScrapedMetric>();
  for (const line of text.split('\n')) {
    const [, typed, type] = TYPE.exec(line) ?? [];
    if (typed !== undefined && type === 'counter') counters.add(typed);
    const [, name, written] = line.startsWith('#') ? [] : (SAMPLE.exec(line) ?? []);
    const value = Number(written);
    if (name === undefined || !Number.isFinite(value)) continue;
    metrics.set(name, { isCounter: counters.has(name), value: (metrics.get(name)?.value ?? 0) + value });
  }
  return metrics;
}
