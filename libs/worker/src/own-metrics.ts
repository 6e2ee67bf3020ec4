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

/** Metrics of a job's own, served beside the runtime's at `GET /metrics` on `METRICS_PORT`. */
export interface WorkerMetrics {
  /**
   * The gauge of that name, 0 at first; the same one each time.
   *
   * @param help one line for people who read the metrics
   * @throws TypeError for a name that Prometheus does not take, that belongs to the runtime, or that is a counter's
   */
  gauge(name: string, help?: string): WorkerGauge;
  /** The counter of that name; see {@link gauge}. */
  counter(name: string, help?: string): WorkerCounter;
}

type Type = 'gauge' | 'counter';

/** One metric as it is served. */
export interface OwnMetric {
  readonly name: string;
  readonly type: Type;
  readonly help: string;
  value: number;
}

/** Beginnings of the names that the runtime uses itself. */
const RESERVED = /^(worker|process|job_master)_/;

/** The metrics that a job makes. */
export class OwnMetrics implements WorkerMetrics {
  private readonly known = new Map<string, OwnMetric>();

  gauge(name: string, help = ''): WorkerGauge {
    const metric = this.metric(name, 'gauge', help);
    return {
      set: (value) => (metric.value = value),
      add: (value) => (metric.value += value),
    };
  }

  counter(name: string, help = ''): WorkerCounter {
    const metric = this.metric(name, 'counter', help);
    return { add: (value = 1) => (metric.value += Math.max(0, value)) };
  }

  get all(): readonly OwnMetric[] {
    return [...this.known.values()];
  }

  private metric(name: string, type: Type, help: string): OwnMetric {
    const known = this.known.get(name);
    if (known && known.type !== type) throw new TypeError(`the metric ${name} is a ${known.type}`);
    if (known) return known;
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new TypeError(`"${name}" is no name of a metric`);
    if (RESERVED.test(name)) throw new TypeError(`names like ${name} belong to the runtime`);
    const metric = { name, type, help, value: 0 };
    this.known.set(name, metric);
    return metric;
  }
}
