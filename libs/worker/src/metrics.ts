import { createServer } from 'node:http';
import { listen } from './listen';
import type { OwnMetric } from './own-metrics';

/** What a worker counts about itself. */
export interface WorkerCounts {
  readonly eventsIn: number;
  readonly eventsOut: number;
  readonly eventsDropped: number;
  readonly inputDropped: number;
  readonly eventsMalformed: number;
  readonly clients: number;
  readonly upstreamConnections: number;
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

/** What the process uses, under the names that Prometheus clients of other languages give it as well. */
export interface ProcessUsage {
  readonly cpuSeconds: number;
  readonly memoryMB: number;
}

type Labels = Readonly<Record<string, string | number>>;

/** One metric with its value. */
export interface MetricValue extends Readonly<OwnMetric> {
  /** Besides those that all metrics of the process have. */
  readonly labels?: Labels;
}

const metric = (name: string, type: MetricValue['type'], help: string, value: number): MetricValue => ({
  name,
  type,
  help,
  value,
});

/** What the process uses, as metrics. */
export const processMetrics = ({ cpuSeconds, memoryMB }: ProcessUsage): MetricValue[] => [
  metric('process_cpu_seconds_total', 'counter', 'CPU time that the process has used, seconds.', cpuSeconds),
  metric('process_resident_memory_bytes', 'gauge', 'Memory that is resident, bytes.', memoryMB * 2 ** 20),
];

/** What the worker counts, as metrics. */
export const workerMetrics = (counts: WorkerCounts): MetricValue[] => [
  metric('worker_events_in_total', 'counter', 'Events the stage took in.', counts.eventsIn),
  metric('worker_events_out_total', 'counter', 'Events the stage emitted.', counts.eventsOut),
  metric(
    'worker_events_dropped_total',
    'counter',
    'Events that a client or the next stage missed because its queue was full.',
    counts.eventsDropped,
  ),
  metric(
    'worker_input_dropped_total',
    'counter',
    'Events that the stage itself left out because its buffer was full.',
    counts.inputDropped,
  ),
  metric(
    'worker_events_malformed_total',
    'counter',
    'Events of the stage before that were not JSON.',
    counts.eventsMalformed,
  ),
  metric('worker_clients', 'gauge', 'Connected clients of the event port.', counts.clients),
  metric(
    'worker_upstream_connections',
    'gauge',
    'Open connections to workers of the stage before.',
    counts.upstreamConnections,
  ),
  metric('worker_bytes_read_total', 'counter', 'Bytes read from peers.', counts.bytesRead),
  metric('worker_bytes_written_total', 'counter', 'Bytes written to clients.', counts.bytesWritten),
];

const escaped = (text: string) =>
  text.replace(/["\\\n]/g, (found) => (found === '\n' ? '\\n' : `\\${found}`));
const oneLine = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

/** Metrics as Prometheus text; series of one name stand together. @param labels that all of them have */
export function metricsText(metrics: readonly MetricValue[], labels: Labels): string {
  let header = '';
  return metrics
    .map((metric) => {
      const { name, type, help } = metric;
      const label = Object.entries({ ...labels, ...metric.labels })
        .map(([key, value]) => `${key}="${escaped(String(value))}"`)
        .join(',');
      const begins = header !== name;
      header = name;
      const about = begins ? `# HELP ${name} ${oneLine(help)}\n# TYPE ${name} ${type}\n` : '';
      return `${about}${name}{${label}} ${metric.value}\n`;
    })
    .join('');
}

/** Serves `text()` at `GET /metrics`. @returns how it is closed */
export async function serveMetrics(port: number, host: string | undefined, text: () => string) {
  const server = createServer((request, response) => {
    const found = request.url?.split('?')[0] === '/metrics';
    response.writeHead(found ? 200 : 404, {
      'content-type': 'text/plain; version=0.0.4',
      connection: 'close',
    });
    response.end(found ? text() : 'the metrics are at /metrics\n');
  });
  await listen(server, port, host);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
