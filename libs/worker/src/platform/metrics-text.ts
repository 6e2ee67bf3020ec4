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
