export interface TickerOptions {
  /** Pause between the end of one run and the start of the next, ms; shorter after a failure. */
  everyMs: number;
  run: () => Promise<void>;
  onError: (error: unknown) => void;
  /** Also run at once at start. @default true */
  immediately?: boolean;
}

/** Pause after a first failure, ms: most failures at the start are over soon. */
const FIRST_RETRY_MS = 1000;

/** Returns the pause after so many failures in a row, ms: it doubles with each, up to the usual one. */
export const pauseAfter = (failures: number, everyMs: number): number =>
  failures === 0 ? everyMs : Math.min(everyMs, FIRST_RETRY_MS * 2 ** (failures - 1));

/**
 * Runs a function repeatedly, never twice at the same time; sooner after a failure ({@link pauseAfter}). Its timer does not keep the
 * process alive.
 */
export class Ticker {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private runAgain = false;
  private stopped = true;
  /** Failures since the last success. */
  private failures = 0;

  constructor(private readonly options: TickerOptions) {}

  start(): this {
    if (!this.stopped) return this;
    this.stopped = false;
    if (this.options.immediately ?? true) this.wake();
    else this.scheduleNext();
    return this;
  }

  /** Runs as soon as possible: now, or right after the current run. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.runAgain = true;
      return;
    }
    clearTimeout(this.timer);
    this.running = this.once().finally(() => {
      this.running = undefined;
      if (this.stopped) return;
      if (!this.runAgain) return this.scheduleNext();
      this.runAgain = false;
      this.wake();
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async once(): Promise<void> {
    try {
      await this.options.run();
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      this.options.onError(error);
    }
  }

  private scheduleNext(): void {
    this.timer = setTimeout(() => this.wake(), pauseAfter(this.failures, this.options.everyMs)).unref();
  }
}
