import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { MessagingObserver } from '@portolan/messaging';

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

  /** Adds a counter that is read at each scrape, for events so frequent that counting must cost an addition only. */
  counterOf(name: string, help: string, total: () => number): void {
    const collect = function (this: Counter): void {
      this.reset();
      this.inc(total());
    };
    new Counter({ name, help, registers: [this.registry], collect });
  }

  /** `collect` is called at each scrape only. */
  gauge(
    name: string,
    help: string,
    labelNames: string[] = [],
    collect?: (gauge: Gauge) => Promise<void> | void,
  ): Gauge {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      ...(collect && { collect: () => collect(gauge) }),
    });
    return gauge;
  }

  histogram(name: string, help: string, labelNames: string[], buckets: number[]): Histogram {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }

  /** Adds a gauge whose values are read at each scrape, all at once; labels without a value disappear. */
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

/**
 * Caches rows that several gauges of one scrape need. Returns no row when they cannot be read.
 * @param forMs maximum age, ms. @default that of row counts
 */
export function remembered<T>(ask: () => Promise<readonly T[]>, forMs = 10_000): () => Promise<readonly T[]> {
  let askedAt = -Infinity;
  let answer: Promise<readonly T[]> = Promise.resolve([]);
  return () => {
    if (performance.now() - askedAt >= forMs) {
      askedAt = performance.now();
      answer = ask().catch(() => []);
    }
    return answer;
  };
}

const REDIS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 1.5];
/** Buckets for the seconds of message handlers: a claim is short, a crawl is long. */
const HANDLER_BUCKETS = [0.01, 0.1, 1, 10, 60];

export function messagingMetrics(metrics: Metrics): MessagingObserver {
  const asked = metrics.histogram(
    'redis_request_duration_seconds',
    'Time that Redis took for commands of this process',
    ['operation'],
    REDIS_BUCKETS,
  );
  const failed = metrics.counter(
    'redis_request_failures_total',
    'Commands of this process that Redis did not answer in time',
    ['operation'],
  );
  const handled = metrics.histogram(
    'queue_message_duration_seconds',
    'Time that this process took for a message of a queue, by outcome',
    ['queue', 'outcome'],
    HANDLER_BUCKETS,
  );
  return {
    asked: (operation, seconds, ok) => {
      asked.observe({ operation }, seconds);
      if (!ok) failed.inc({ operation });
    },
    handled: (queue, outcome, seconds) => handled.observe({ queue, outcome }, seconds),
  };
}
