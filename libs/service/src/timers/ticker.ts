/** What a {@link Ticker} needs to know. */
export interface TickerOptions {
  /** Pause between the end of one run and the start of the next, ms. */
  everyMs: number;
  run: () => Promise<void>;
  /** A run that fails is reported here; the next one comes all the same. */
  onError: (error: unknown) => void;
  /** Also run at once at start. @default true */
  immediately?: boolean;
}

/**
 * Runs something again and again, never twice at the same time. `wake()` brings the next run forward;
 * `stop()` resolves when the run in hand has ended. The timer does not keep the process alive.
 */
export class Ticker {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private wanted = false;
  private stopped = true;

  constructor(private readonly options: TickerOptions) {}

  start(): this {
    if (!this.stopped) return this;
    this.stopped = false;
    if (this.options.immediately ?? true) this.wake();
    else this.rest();
    return this;
  }

  /** Runs as soon as possible: now, or right after the run in hand. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.wanted = true;
      return;
    }
    clearTimeout(this.timer);
    this.running = this.once().finally(() => {
      this.running = undefined;
      if (this.stopped) return;
      if (this.wanted) {
        this.wanted = false;
        this.wake();
      } else {
        this.rest();
      }
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
    } catch (error) {
      this.options.onError(error);
    }
  }

  private rest(): void {
    this.timer = setTimeout(() => this.wake(), this.options.everyMs);
    this.timer.unref();
  }
}
