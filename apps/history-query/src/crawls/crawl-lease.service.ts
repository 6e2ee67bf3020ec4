import { Injectable } from '@nestjs/common';
import { ServiceLogger, Ticker } from '@portolan/service';
import { HistoryConfig } from '../config/history-config';
import { CRAWL_LEASE_MS, CrawlClaimsRepository, type CrawlClaim } from './crawl-claims.repository';

/** Keeps the claim of a crawl while the crawl runs, and ends a crawl that takes too long. */
@Injectable()
export class CrawlLeaseService {
  constructor(
    private readonly config: HistoryConfig,
    private readonly claims: CrawlClaimsRepository,
    private readonly logger: ServiceLogger,
  ) {}

  /**
   * Runs the work of a claim and renews its lease. After `CRAWL_LIMIT_MS` the work is abandoned, and late writes are fenced off.
   * @throws Error with the limit, or of the work
   */
  async runUnderLease(claim: CrawlClaim, work: (overdue: AbortSignal) => Promise<void>): Promise<void> {
    const { CRAWL_LIMIT_MS: limit } = this.config;
    const controller = new AbortController();
    const { signal } = controller;
    const overdue = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    const reason = `given up after ${limit / 1000} s (CRAWL_LIMIT_MS)`;
    const timer = setTimeout(() => controller.abort(new Error(reason)), limit);
    const renewal = new Ticker({
      everyMs: CRAWL_LEASE_MS / 3,
      run: () => this.claims.renew(claim),
      onError: (error) => this.logger.warn({ err: error }, 'the lease of a crawl could not be renewed'),
      immediately: false,
    }).start();
    const working = work(signal);
    try {
      await Promise.race([working, overdue]);
    } finally {
      clearTimeout(timer);
      working.catch(() => undefined);
      await renewal.stop();
    }
  }
}
