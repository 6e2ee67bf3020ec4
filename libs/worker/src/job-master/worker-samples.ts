import { get } from '../platform/http';
import { readMetrics, type ScrapedMetric } from '../platform/metrics';
import type { WorkerRecord } from './job-record';

/** The metrics of one worker at one time. */
export interface WorkerSample {
  /** ms of a steady clock. */
  readonly at: number;
  readonly metrics: ReadonlyMap<string, ScrapedMetric>;
}

/** Two consecutive samples of the same process. */
export interface WorkerInterval {
  readonly before: WorkerSample;
  readonly now: WorkerSample;
}

/** Concurrent requests to workers, and the time limit of each. */
const CONCURRENCY = 20;
const TIMEOUT_MS = 2000;

/** Samples the metrics of workers and keeps the last sample of each. */
export class WorkerSamples {
  private last = new Map<number, WorkerSample>();

  /**
   * Requests the metrics of workers. Workers that do not answer are left out and forgotten.
   * @returns the interval since the previous sample, by worker number, for workers with two samples
   */
  async next(workers: readonly WorkerRecord[], signal: AbortSignal): Promise<Map<number, WorkerInterval>> {
    const waiting = workers.values();
    const found = new Map<number, WorkerSample>();
    const one = async (): Promise<void> => {
      for (const worker of waiting) {
        const sample = await scrape(worker, signal);
        if (sample) found.set(worker.workerNumber, sample);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, one));
    const intervals = new Map<number, WorkerInterval>();
    for (const [number, now] of found) {
      const before = this.last.get(number);
      if (before) intervals.set(number, { before, now });
    }
    this.last = found;
    return intervals;
  }
}

async function scrape({ slave, metricsPort }: WorkerRecord, signal: AbortSignal) {
  try {
    const host = slave?.includes(':') ? `[${slave}]` : slave;
    const url = new URL(`http://${host}:${metricsPort}/metrics`);
    const { status, text } = await get(url, { timeoutMs: TIMEOUT_MS, signal });
    return status === 200 ? { at: performance.now(), metrics: readMetrics(text) } : undefined;
  } catch {
    return undefined;
  }
}
