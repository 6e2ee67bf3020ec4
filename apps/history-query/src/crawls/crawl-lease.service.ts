import { Injectable } from '@nestjs/common';
import { ServiceLogger, Ticker } from '@portolan/service';
import { HistoryConfig } from '../history-config';
import { CRAWL_LEASE_MS, CrawlRepository, type CrawlClaim } from './crawl.repository';

/** Keeps other crawls of a collection away while one is at work, and ends that one when it takes too long. */
@Injectable()
export class CrawlLease {
  constructor(
    private readonly config: HistoryConfig,
    private readonly crawls: CrawlRepository,
    private readonly logger: ServiceLogger,
  ) {}

  /**
   * Does the work of a claim whose lease is renewed all the while. After `CRAWL_LIMIT_MS` the work is waited for no more:
   * whatever it hangs at, the collection is crawled again, and what it would still write is fenced off.
   *
   * @param work stops at its next step when the signal is aborted
   * @throws Error that names the limit, or what the work throws
   */
  async during(claim: CrawlClaim, work: (overdue: AbortSignal) => Promise<void>): Promise<void> {
    const { CRAWL_LIMIT_MS: limit } = this.config;
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        controller.abort(new Error(`given up after ${limit / 1000} s (CRAWL_LIMIT_MS)`));
        reject(controller.signal.reason as Error);
      }, limit);
    });
    const renewal = this.renew(claim);
    const working = work(controller.signal);
    try {
      await Promise.race([working, overdue]);
    } finally {
      clearTimeout(timer);
      working.catch(() => undefined);
      await renewal.stop();
    }
  }

  private renew(claim: CrawlClaim): Ticker {
    return new Ticker({
      everyMs: CRAWL_LEASE_MS / 3,
      run: () => this.crawls.renew(claim),
      onError: (error) => this.logger.warn({ err: error }, 'the lease of a crawl could not be renewed'),
      immediately: false,
    }).start();
  }
}
