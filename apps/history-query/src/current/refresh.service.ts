import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { Metrics, PeriodicTasks, Readiness, ServiceLogger } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { Collections } from '../collections/collections';
import { HistoryConfig } from '../config/history-config';
import { CurrentDocumentsService } from './current-documents.service';

/** Signal after a crawl that changed something; its payload is the collection's name. */
export const CHANGED_SIGNAL = 'history.changed';

/** Keeps the current documents fresh: every `CACHE_REFRESH_MS`, sooner after a failure, and at once on a signal of a crawl. */
@Injectable()
export class RefreshService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private subscription: Subscription | undefined;
  /** By the monotonic clock; undefined before the first refresh. */
  private refreshedAt: number | undefined;

  constructor(
    private readonly collections: Collections,
    private readonly current: CurrentDocumentsService,
    private readonly signals: Signals,
    private readonly readiness: Readiness,
    private readonly logger: ServiceLogger,
    config: HistoryConfig,
    metrics: Metrics,
    periodic: PeriodicTasks,
  ) {
    const help = 'Time since this process last refreshed all current documents';
    metrics.gaugeOf('history_cache_age_seconds', help, [], async () => {
      const at = this.refreshedAt;
      return at === undefined ? [] : [{ labels: {}, value: (performance.now() - at) / 1000 }];
    });
    periodic.every(config.CACHE_REFRESH_MS, 'refresh current documents', () => this.refreshAll());
  }

  onApplicationBootstrap(): void {
    this.readiness.add('cache', async () => {
      const missing = this.collections.all.filter(({ name }) => !this.current.peek(name));
      if (missing.length > 0) throw new Error(`${missing.length} collections have not been read yet`);
    });
    this.subscription = this.signals.on(CHANGED_SIGNAL).subscribe((name) => {
      if (!this.current.peek(name)) return;
      this.current.refresh(name).catch((error: unknown) => {
        this.logger.warn({ err: error, collection: name }, 'current documents could not be refreshed');
      });
    });
  }

  beforeApplicationShutdown(): void {
    this.subscription?.unsubscribe();
  }

  private async refreshAll(): Promise<void> {
    for (const { name } of this.collections.all) await this.current.refresh(name);
    this.refreshedAt = performance.now();
  }
}
