import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { Metrics, Readiness, ServiceLogger, Ticker } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { Collections } from '../collections/collections';
import { HistoryConfig } from '../history-config';
import { CurrentDocuments } from './current-documents.service';

/** Signal after a crawl that changed something; its payload is the collection's name. */
export const CHANGED_SIGNAL = 'history.changed';

/** Keeps the current documents fresh: every `CACHE_REFRESH_MS`, and at once when a crawl says so. */
@Injectable()
export class RefreshService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;
  private subscription: Subscription | undefined;
  /** By the monotonic clock; undefined until it was done for the first time. */
  private refreshedAt: number | undefined;

  constructor(
    private readonly collections: Collections,
    private readonly current: CurrentDocuments,
    private readonly signals: Signals,
    private readonly readiness: Readiness,
    private readonly logger: ServiceLogger,
    config: HistoryConfig,
    metrics: Metrics,
  ) {
    metrics.gaugeOf(
      'history_cache_age_seconds',
      'Time since this process has read all current documents anew',
      [],
      async () => {
        const at = this.refreshedAt;
        return at === undefined ? [] : [{ labels: {}, value: (performance.now() - at) / 1000 }];
      },
    );
    this.ticker = new Ticker({
      everyMs: config.CACHE_REFRESH_MS,
      run: () => this.refreshAll(),
      onError: (error) => this.report(error),
    });
  }

  onApplicationBootstrap(): void {
    this.readiness.add('cache', async () => {
      const missing = this.collections.all.filter(({ name }) => !this.current.peek(name));
      if (missing.length > 0) throw new Error(`${missing.length} collections are not read yet`);
    });
    this.subscription = this.signals.on(CHANGED_SIGNAL).subscribe((name) => {
      if (!this.current.peek(name)) return;
      this.current.refresh(name).catch((error: unknown) => this.report(error));
    });
    this.ticker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.subscription?.unsubscribe();
    await this.ticker.stop();
  }

  private async refreshAll(): Promise<void> {
    for (const { name } of this.collections.all) await this.current.refresh(name);
    this.refreshedAt = performance.now();
  }

  private report(error: unknown): void {
    this.logger.warn({ err: error }, 'current documents could not be refreshed');
  }
}
