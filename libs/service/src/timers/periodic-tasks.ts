import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Observable, Subscription } from 'rxjs';
import { ServiceLogger } from '../logging/logger';
import { Ticker } from './ticker';

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
