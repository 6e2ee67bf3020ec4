import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** One value of a metric. */
export interface MetricValue {
  labels: Record<string, string>;
  value: number;
}

/** The process's Prometheus registry; each service adds its own metrics to it. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  observeRequest(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ method, route, status: String(status) }, seconds);
  }

  counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A counter whose value is asked for at each scrape: for what is counted too often for anything but an addition. */
  counterOf(name: string, help: string, total: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect(this: Counter) {
        this.reset();
        this.inc(total());
      },
    });
  }

  /** `collect` is asked at each scrape, so that nothing is counted that nobody reads. */
  gauge(
    name: string,
    help: string,
    labelNames: string[] = [],
    collect?: (gauge: Gauge) => Promise<void> | void,
  ): Gauge {
    return new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      ...(collect
        ? {
            collect(this: Gauge) {
              return collect(this);
            },
          }
        : {}),
    });
  }

  histogram(name: string, help: string, labelNames: string[], buckets: number[]): Histogram {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }

  /** A gauge whose values are asked for at each scrape, all at once; what has none any more is not shown. */
  gaugeOf(
    name: string,
    help: string,
    labelNames: string[],
    values: () => Promise<readonly MetricValue[]>,
  ): void {
    this.gauge(name, help, labelNames, async (gauge) => {
      const now = await values();
      gauge.reset();
      for (const { labels, value } of now) gauge.set(labels, value);
    });
  }
}
