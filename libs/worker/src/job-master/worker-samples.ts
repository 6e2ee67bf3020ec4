import { get } from '../http-json';
import type { ScrapedWorker } from './job-view';
import { readMetrics } from './prometheus-text';
import type { WorkerInterval, WorkerSample } from './stage-values';

/** Workers that are asked at the same time, and how long each may take. */
const CONCURRENCY = 20;
const TIMEOUT_MS = 2000;

/** Reads the metrics of workers again and again, and keeps of each what it said the last time. */
export class WorkerSamples {
  private last = new Map<number, WorkerSample>();

  /**
   * Asks the workers for their metrics. Those that do not answer are left out, and forgotten.
   *
   * @returns what lies between this sample and the one before, by worker number; a worker is in it from the second on
   */
  async next(
    workers: readonly ScrapedWorker[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, WorkerInterval>> {
    const waiting = [...workers];
    const found = new Map<number, WorkerSample>();
    const one = async (): Promise<void> => {
      for (let worker = waiting.shift(); worker; worker = waiting.shift()) {
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

async function scrape(
  { host, metricsPort }: ScrapedWorker,
  signal: AbortSignal,
): Promise<WorkerSample | undefined> {
  try {
    const address = host.includes(':') ? `[${host}]` : host;
    const url = new URL(`http://${address}:${metricsPort}/metrics`);
    const { status, text } = await get(url, { timeoutMs: TIMEOUT_MS, signal });
    return status === 200 ? { at: performance.now(), metrics: readMetrics(text) } : undefined;
  } catch {
    return undefined;
  }
}
