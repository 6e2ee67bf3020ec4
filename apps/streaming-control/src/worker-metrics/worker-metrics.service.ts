import { Injectable } from '@nestjs/common';
import { JobReaderService } from '../jobs/job-reader.service';
import type { WorkerEntity } from '../jobs/job.entity';
import { WorkerRepository } from '../jobs/worker.repository';
import { WorkerState } from '../jobs/worker-states';
import { countsIn } from './worker-counts';
import type { WorkerCountsResponse, WorkerMetricsResponse } from './worker-metrics.dto';

/** Concurrent requests to the workers of a job. */
const CONCURRENCY = 50;
/** Time for all workers of a job, ms. */
const TIMEOUT_MS = 2000;
/** Workers write the text: a longer one is not read. */
const MAX_TEXT_BYTES = 1 << 16;

/** Reads what the started workers of a job have counted from their metrics ports (V1-JOB-22). */
@Injectable()
export class WorkerMetricsService {
  constructor(
    private readonly reader: JobReaderService,
    private readonly workers: WorkerRepository,
  ) {}

  /** @throws 404 for an unknown job */
  async read(jobId: string): Promise<WorkerMetricsResponse> {
    const job = await this.reader.find(jobId);
    const started = (await this.workers.currentOf(job.id)).filter(
      ({ state }) => state === WorkerState.Started,
    );
    const counts = new Map<number, WorkerCountsResponse>();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const waiting = started.values();
    const some = async (): Promise<void> => {
      for (const worker of waiting) {
        const text = await textOf(worker, signal);
        const { workerNumber, stageNum } = worker;
        if (text !== undefined)
          counts.set(workerNumber, { workerNumber, stageNum, at: Date.now(), ...countsIn(text) });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, some));
    return {
      jobId: job.id,
      workers: started.flatMap(({ workerNumber }) => counts.get(workerNumber) ?? []),
      silent: started.map(({ workerNumber }) => workerNumber).filter((number) => !counts.has(number)),
    };
  }
}

/** Returns the text of a worker's metrics port; undefined when it has none, does not answer in time, or sends too much. */
async function textOf({ host, ports }: WorkerEntity, signal: AbortSignal): Promise<string | undefined> {
  const port = ports?.METRICS_PORT;
  if (!host || port === undefined) return undefined;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${port}/metrics`, { signal, redirect: 'error' });
    if (response.ok) return await boundedText(response);
    await response.body?.cancel();
    return undefined;
  } catch {
    return undefined;
  }
}

async function boundedText({ body }: Response): Promise<string | undefined> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > MAX_TEXT_BYTES) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
