import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../job/errors';
import { postJson } from './http';
import type { WorkerCounts } from './metrics';
import { sampleUsage, usageBetween, type UsagePeaks } from './resource-usage';
import { workerIdOf, type WorkerEnvironment } from './worker-environment';

/** States that a worker reports (docs/contract/streams.md#states); `Noop` leaves the state as it is. */
export const WorkerState = {
  StartInitiated: 'StartInitiated',
  Started: 'Started',
  Completed: 'Completed',
  Failed: 'Failed',
  Noop: 'Noop',
} as const;
export type WorkerState = (typeof WorkerState)[keyof typeof WorkerState];

/** A payload of a heartbeat. `data` is text, or JSON where it is structured. */
export interface StatusPayload {
  readonly type: 'SubscriptionState' | 'IncomingDataDrop' | 'ResourceUsage' | 'PermanentFailure';
  readonly data: string;
}

export interface StatusReport {
  readonly type: 'INFO' | 'HEARTBEAT';
  readonly state: WorkerState;
  readonly message: string;
  readonly payloads?: readonly StatusPayload[];
}

/** Pauses between attempts to post, and the time limit of one post, ms. */
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5000;
const TIMEOUT_MS = 5000;

/**
 * Posts the reports of the worker in order, one at a time. An unreachable controller delays the posts and never stops
 * the worker: each is retried with growing pauses until it is accepted or the reporter is closed.
 */
export class StatusReporter {
  private readonly waiting: { report: StatusReport; at: number }[] = [];
  private readonly abort = new AbortController();
  private sending: Promise<void> | undefined;
  private failing = false;

  constructor(
    private readonly env: WorkerEnvironment,
    private readonly log: (message: string) => void,
  ) {}

  /** Returns the report of a state: the id of the worker, then `text`. */
  info(state: WorkerState, text: string): StatusReport {
    return { type: 'INFO', state, message: `${workerIdOf(this.env)} ${text}` };
  }

  post(report: StatusReport): void {
    this.waiting.push({ report, at: Date.now() });
    this.sending ??= this.sendAll();
  }

  /**
   * Posts heartbeats (docs/writing-a-job.md#what-a-worker-process-sees); one is skipped while an earlier report is waiting.
   * @param isSink only the last stage reports its number of subscribers
   * @returns a function that stops them
   */
  beat(isSink: boolean, counts: () => WorkerCounts): () => void {
    const next = heartbeats(this.env, isSink, counts);
    const timer = setInterval(() => {
      if (this.waiting.length === 0) this.post(next());
    }, this.env.heartbeatMs);
    return () => clearInterval(timer);
  }

  /** Posts the last report and waits for it, at most `withinMs`. */
  async finish(report: StatusReport, withinMs: number): Promise<void> {
    this.post(report);
    const timer = setTimeout(() => this.close(), withinMs);
    while (this.waiting.length > 0 && !this.abort.signal.aborted) await this.sending;
    clearTimeout(timer);
  }

  /** Drops the waiting reports. */
  close(): void {
    this.abort.abort();
  }

  private async sendAll(): Promise<void> {
    let pause = FIRST_RETRY_MS;
    for (let [next] = this.waiting; next && !this.abort.signal.aborted; [next] = this.waiting) {
      if (await this.send(next.report, next.at)) {
        this.waiting.shift();
        pause = FIRST_RETRY_MS;
      } else {
        await delay(pause, undefined, { signal: this.abort.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, LAST_RETRY_MS);
      }
    }
    this.sending = undefined;
  }

  /** Reports whether the post was accepted or refused for good; a refusal is not retried. */
  private async send(report: StatusReport, at: number): Promise<boolean> {
    const { signal } = this.abort;
    try {
      const body = statusBody(this.env, report, at);
      const status = await postJson(this.env.statusUrl, body, { timeoutMs: TIMEOUT_MS, signal });
      if (status >= 500 || status === 408 || status === 429) throw new Error(`answered ${status}`);
      if (status >= 400) this.log(`status ${report.state} was refused with status ${status}`);
      this.failing = false;
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (!this.failing) this.log(`status post failed, retrying: ${errorText(error)}`);
      this.failing = true;
      return false;
    }
  }
}

function heartbeats(env: WorkerEnvironment, isSink: boolean, counts: () => WorkerCounts): () => StatusReport {
  const limits = env.schedulingInfo.stages.get(env.stage) ?? {};
  const sample = () => {
    const { bytesRead, bytesWritten } = counts();
    return sampleUsage(bytesRead + bytesWritten);
  };
  let last = sample();
  let peaks: UsagePeaks | undefined;
  return () => {
    const { eventsIn, eventsDropped, inputDropped, clients } = counts();
    const now = sample();
    const usage = usageBetween(last, now, limits, peaks);
    [last, peaks] = [now, usage];
    const drops = { onNextCount: eventsIn, droppedCount: eventsDropped + inputDropped };
    const payloads: StatusPayload[] = [
      ...(isSink ? [{ type: 'SubscriptionState' as const, data: String(clients > 0) }] : []),
      { type: 'IncomingDataDrop', data: JSON.stringify(drops) },
      { type: 'ResourceUsage', data: JSON.stringify(usage) },
    ];
    return { type: 'HEARTBEAT', state: WorkerState.Noop, message: 'heartbeat', payloads };
  };
}

/** Returns the body of postJobStatus (V1-JOB-8). @param now ms since the epoch */
function statusBody(env: WorkerEnvironment, report: StatusReport, now: number) {
  const { jobId, stage, workerIndex, workerNumber } = env;
  const { type, state, message, payloads } = report;
  return {
    jobId,
    status: {
      jobId,
      stageNum: stage,
      workerIndex,
      workerNumber,
      type,
      message,
      state,
      hostname: hostname(),
      timestamp: now,
      reason: state === WorkerState.Failed ? 'Error' : 'Normal',
      payloads: payloads ?? [],
    },
  };
}
