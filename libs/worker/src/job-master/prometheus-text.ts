/** One metric of a worker; series that differ in labels only are added up. */
export interface ScrapedMetric {
  readonly isCounter: boolean;
  readonly value: number;
}

export type ScrapedMetrics = ReadonlyMap<string, ScrapedMetric>;

const TYPE = /^#\s*TYPE\s+([A-Za-z_:][\w:]*)\s+(\w+)/;
/** A name, labels perhaps, a value, a time perhaps. Label values may hold anything, closing braces too. */
const SAMPLE = /^([A-Za-z_:][\w:]*)\s*(?:\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\})?\s+(\S+)(?:\s+-?\d+)?\s*$/;

/**
 * Reads metrics in Prometheus's text format. Lines that are none, and values that are not finite, are left out: what a
 * job serves is the job's business.
 */
export function readMetrics(text: string): ScrapedMetrics {
  const counters = new Set<string>();
  const metrics = new Map<string, ScrapedMetric>();
  for (const line of text.split('\n')) {
    const [, typed, type] = TYPE.exec(line) ?? [];
    if (typed !== undefined && type === 'counter') counters.add(typed);
    const [, name, written] = line.startsWith('#') ? [] : (SAMPLE.exec(line) ?? []);
    const value = Number(written);
    if (name === undefined || !Number.isFinite(value)) continue;
    metrics.set(name, {
      isCounter: counters.has(name),
      value: (metrics.get(name)?.value ?? 0) + value,
    });
  }
  return metrics;
}
