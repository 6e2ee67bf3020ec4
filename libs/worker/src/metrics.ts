import { createServer } from 'node:http';
import { listen } from './listen';

/** What a worker counts about itself. */
export interface WorkerCounts {
  readonly eventsIn: number;
  readonly eventsOut: number;
  readonly eventsDropped: number;
  readonly eventsMalformed: number;
  readonly clients: number;
  readonly upstreamConnections: number;
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly value: (counts: WorkerCounts) => number;
}

const METRICS: readonly Metric[] = [
  {
    name: 'worker_events_in_total',
    type: 'counter',
    help: 'Events the stage took in.',
    value: (c) => c.eventsIn,
  },
  {
    name: 'worker_events_out_total',
    type: 'counter',
    help: 'Events the stage emitted.',
    value: (c) => c.eventsOut,
  },
  {
    name: 'worker_events_dropped_total',
    type: 'counter',
    help: 'Events that a client or the next stage missed because its queue was full.',
    value: (c) => c.eventsDropped,
  },
  {
    name: 'worker_events_malformed_total',
    type: 'counter',
    help: 'Events of the stage before that were not JSON.',
    value: (c) => c.eventsMalformed,
  },
  {
    name: 'worker_clients',
    type: 'gauge',
    help: 'Connected clients of the event port.',
    value: (c) => c.clients,
  },
  {
    name: 'worker_upstream_connections',
    type: 'gauge',
    help: 'Open connections to workers of the stage before.',
    value: (c) => c.upstreamConnections,
  },
  {
    name: 'worker_bytes_read_total',
    type: 'counter',
    help: 'Bytes read from peers.',
    value: (c) => c.bytesRead,
  },
  {
    name: 'worker_bytes_written_total',
    type: 'counter',
    help: 'Bytes written to clients.',
    value: (c) => c.bytesWritten,
  },
];

const escaped = (text: string) =>
  text.replace(/["\\\n]/g, (found) => (found === '\n' ? '\\n' : `\\${found}`));

/** The counts as Prometheus text. */
export function metricsText(counts: WorkerCounts, labels: Readonly<Record<string, string | number>>): string {
  const label = Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(',');
  return METRICS.map(
    ({ name, type, help, value }) =>
      `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name}{${label}} ${value(counts)}\n`,
  ).join('');
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
