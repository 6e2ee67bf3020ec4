import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Observable, Subscription } from 'rxjs';
import { ServiceLogger } from '../logging/logger';

export interface TickerOptions {
  /** Pause between the end of one run and the start of the next, ms; shorter after a failure. */
  everyMs: number;
  run: () => Promise<void>;
  onError: (error: unknown) => void;
  /** Also run at once at start. @default true */
  immediately?: boolean;
}

/** Pause after a first failure, ms: much of what fails at a start works soon after. */
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
  private wanted = false;
  private stopped = true;
  /** Failures since the last success. */
  private failures = 0;

  constructor(private readonly options: TickerOptions) {}

  start(): this {
    if (!this.stopped) return this;
    this.stopped = false;
    if (this.options.immediately ?? true) this.wake();
    else this.rest();
    return this;
  }

  /** Runs as soon as possible: now, or right after the current run. */
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
      if (!this.wanted) return this.rest();
      this.wanted = false;
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

  private rest(): void {
    this.timer = setTimeout(() => this.wake(), pauseAfter(this.failures, this.options.everyMs)).unref();
  }
}

export interface PeriodicTaskOptions {
  wakeOn?: Observable<unknown>;
  /** Also run once at start. @default true */
  immediately?: boolean;
  /** Called in addition to the log entry when a run fails. */
  onError?: (error: unknown) => void;
}

export interface PeriodicTask {
  wake(): void;
}

/**
 * Runs background work from bootstrap to shutdown, never twice at the same time; failures are logged. Every replica runs it, so
 * what must happen once takes a lock or a conditional update in the database.
 */
@Injectable()
export class PeriodicTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly registrations: { ticker: Ticker; wakeOn: Observable<unknown> | undefined }[] = [];
  private readonly subscriptions: Subscription[] = [];
  private readonly shutdown = new AbortController();
  private started = false;

  constructor(private readonly logger: ServiceLogger) {}

  /**
   * Registers a task; call it in a constructor. @param everyMs pause between two runs. @param name for the log: `delete expired jobs`
   * @param run its signal is aborted at shutdown, which waits for the current run
   */
  every(
    everyMs: number,
    name: string,
    run: (signal: AbortSignal) => Promise<void>,
    options: PeriodicTaskOptions = {},
  ): PeriodicTask {
    const ticker = new Ticker({
      everyMs,
      run: () => run(this.shutdown.signal),
      immediately: options.immediately,
      onError: (error) => {
        options.onError?.(error);
        this.logger.warn({ err: error, task: name }, 'periodic task failed and will run again');
      },
    });
    const registration = { ticker, wakeOn: options.wakeOn };
    this.registrations.push(registration);
    if (this.started) this.start(registration);
    return ticker;
  }

  onApplicationBootstrap(): void {
    this.started = true;
    for (const registration of this.registrations) this.start(registration);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.shutdown.abort();
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    await Promise.all(this.registrations.map(({ ticker }) => ticker.stop()));
  }

  private start({ ticker, wakeOn }: (typeof this.registrations)[number]): void {
    ticker.start();
    if (wakeOn) this.subscriptions.push(wakeOn.subscribe(() => ticker.wake()));
  }
}

/** Maximum number of rows of a batch: other work can run between two short transactions. */
const BATCH = 500;

/** Which rows expire, and how they are deleted. */
export interface RetentionRule {
  rows: string;
  /** Retention time of the rows, ms; 0: unlimited. @default a limit of another kind, which `delete` applies */
  keptMs?: number;
  /** Deletes at most `limit` rows that ended before `before`. @returns how many; the next batch follows unless it is less */
  delete: (before: number, limit: number) => Promise<number>;
}

/** Deletes expired rows. Any number of replicas may do so at the same time. */
@Injectable()
export class Retention {
  private readonly rules: RetentionRule[] = [];

  constructor(
    private readonly periodic: PeriodicTasks,
    private readonly logger: ServiceLogger,
  ) {}

  /** Registers rules, which are applied in their order; call it in a constructor. */
  every(everyMs: number, rules: readonly RetentionRule[]): void {
    const own = rules.filter(({ keptMs }) => keptMs !== 0);
    this.rules.push(...own);
    if (own.length > 0)
      this.periodic.every(everyMs, 'delete expired rows', (signal) => this.apply(signal, own));
  }

  async apply(signal?: AbortSignal, rules: readonly RetentionRule[] = this.rules): Promise<void> {
    for (const { rows, keptMs = 0, delete: deleteSome } of rules) {
      let deleted = 0;
      for (let some = BATCH; some >= BATCH && !signal?.aborted; deleted += some) {
        some = await deleteSome(Date.now() - keptMs, BATCH);
      }
      if (deleted > 0) this.logger.info({ rows, deleted }, 'expired rows deleted');
    }
  }
}
