/** A value that goes up and down. */
export interface WorkerGauge {
  set(value: number): void;
  add(value: number): void;
}

/** A value that only grows. */
export interface WorkerCounter {
  /** @param value @default 1; less than 0 is not counted */
  add(value?: number): void;
}

/**
 * The job's own metrics, served beside the runtime's at `GET /metrics` on `METRICS_PORT`. The same name returns the same
 * metric. Throws a TypeError for a name that is invalid in Prometheus, reserved for the runtime, or of the other type.
 */
export interface WorkerMetrics {
  /** Returns a gauge, 0 at first. @param help one line for readers of the metrics */
  gauge(name: string, help?: string): WorkerGauge;
  counter(name: string, help?: string): WorkerCounter;
}

/** One metric as it is served. */
export interface OwnMetric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  value: number;
}

const RESERVED = /^(worker|process|job_master)_/;

export class OwnMetrics implements WorkerMetrics {
  private readonly known = new Map<string, OwnMetric>();

  gauge(name: string, help = ''): WorkerGauge {
    const metric = this.metric(name, 'gauge', help);
    return { set: (value) => (metric.value = value), add: (value) => (metric.value += value) };
  }

  counter(name: string, help = ''): WorkerCounter {
    const metric = this.metric(name, 'counter', help);
    return { add: (value = 1) => (metric.value += Math.max(0, value)) };
  }

  get all(): readonly OwnMetric[] {
    return [...this.known.values()];
  }

  private metric(name: string, type: OwnMetric['type'], help: string): OwnMetric {
    const known = this.known.get(name);
    if (known && known.type !== type) throw new TypeError(`the metric ${name} exists as a ${known.type}`);
    if (known) return known;
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new TypeError(`"${name}" is not a metric name: letters, digits and _ are allowed`);
    if (RESERVED.test(name))
      throw new TypeError(`the metric name ${name} has a prefix reserved for the runtime`);
    const metric = { name, type, help, value: 0 };
    this.known.set(name, metric);
    return metric;
  }
}
