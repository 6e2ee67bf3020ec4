/** A bare node:http server behind guards. Without them `/ready` answers, and `/metrics` with what a service, too, tells there. */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { createGuard } from './guard.mjs';

const delay = monitorEventLoopDelay({ resolution: 10 });

/** Processor time, memory, and the longest delay of the event loop since the last look. */
function metrics() {
  const { user, system } = process.cpuUsage();
  const values = {
    process_cpu_seconds_total: (user + system) / 1e6,
    process_resident_memory_bytes: process.memoryUsage.rss(),
    nodejs_eventloop_lag_max_seconds: delay.max / 1e9,
  };
  delay.reset();
  return Object.entries(values)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('');
}

const OPEN = { '/ready': () => 'ready', '/metrics': metrics };

/** Listens until SIGTERM. @param {import('node:http').RequestListener} listener answers guarded requests */
export function serve(listener) {
  const check = createGuard();
  const server = createServer((request, response) => {
    const open = OPEN[request.url];
    if (open) return response.end(open());
    check(request.headers.authorization).then(
      () => listener(request, response),
      (error) => response.writeHead(401).end(String(error)),
    );
  });
  delay.enable();
  server.listen(Number(process.env.PORT), process.env.HOST);
  process.once('SIGTERM', () => process.exit(0));
}
