import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from './errors';
import { postJson } from './http-json';
import { statusBody, type StatusReport, type WorkerIdentity } from './worker-status';

export interface StatusReporterOptions {
  readonly url: URL;
  readonly worker: WorkerIdentity;
  log(message: string): void;
  /** @default 200 */
  readonly firstRetryMs?: number;
  /** @default 5000 */
  readonly lastRetryMs?: number;
  /** How long one post may take. @default 5000 */
  readonly timeoutMs?: number;
}

/**
 * Posts what the worker has to say, one after the other and in order. A controller that is away delays the posts and
 * never stops the worker: each is tried again, with growing pauses, until it is taken or the reporter is closed.
 */
export class StatusReporter {
  private readonly waiting: { report: StatusReport; at: number }[] = [];
  private readonly abort = new AbortController();
  private sending: Promise<void> | undefined;
  private failing = false;

  constructor(private readonly options: StatusReporterOptions) {}

  /** Queues a report. */
  post(report: StatusReport): void {
    this.waiting.push({ report, at: Date.now() });
    this.sending ??= this.sendAll();
  }

  /** A report that is out of date when something else is still waiting: then it is left out. */
  postLatest(report: () => StatusReport): void {
    if (this.waiting.length === 0) this.post(report());
  }

  /** Posts the last word and waits for it, at most `withinMs`. @returns whether it was taken */
  async finish(report: StatusReport, withinMs: number): Promise<boolean> {
    this.post(report);
    const timer = setTimeout(() => this.close(), withinMs);
    while (this.waiting.length > 0 && !this.abort.signal.aborted) await this.sending;
    clearTimeout(timer);
    return this.waiting.length === 0;
  }

  /** Gives up what is waiting. */
  close(): void {
    this.abort.abort();
  }

  private async sendAll(): Promise<void> {
    const { firstRetryMs = 200, lastRetryMs = 5000 } = this.options;
    let pause = firstRetryMs;
    for (let next = this.waiting[0]; next && !this.abort.signal.aborted; next = this.waiting[0]) {
      if (await this.send(next.report, next.at)) {
        this.waiting.shift();
        pause = firstRetryMs;
      } else {
        await delay(pause, undefined, { signal: this.abort.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, lastRetryMs);
      }
    }
    this.sending = undefined;
  }

  /** Whether the post was taken or refused for good; saying it again would not change a refusal. */
  private async send(report: StatusReport, at: number): Promise<boolean> {
    try {
      const { url, worker, timeoutMs = 5000 } = this.options;
      const status = await postJson(url, statusBody(worker, report, at), {
        timeoutMs,
        signal: this.abort.signal,
      });
      if (status >= 500 || status === 408 || status === 429) throw new Error(`answered ${status}`);
      if (status >= 400) this.options.log(`status ${report.state} was refused with ${status}`);
      this.failing = false;
      return true;
    } catch (error) {
      if (this.abort.signal.aborted) return false;
      if (!this.failing) this.options.log(`status post failed, trying again: ${errorText(error)}`);
      this.failing = true;
      return false;
    }
  }
}
