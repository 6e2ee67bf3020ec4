import { Injectable } from '@nestjs/common';
import { ServiceLogger, Ticker } from '@portolan/service';
import { NodeLaunches } from '../launches/node-launches.service';
import { NodeConfig } from '../node-config';
import { LeasesService } from './leases.service';
import { ReportsService } from './reports.service';

/**
 * Brings the next renewal forward while an owner may not have got a launch's latest report: the answer says
 * what it has stored. So a lost message delays by seconds, and ended launches are cleared up soon.
 */
@Injectable()
export class ReportRetry {
  private readonly ticker: Ticker;
  /** By owner: one that does not answer must not keep the others waiting. */
  private readonly renewing = new Map<string, Promise<void>>();

  constructor(
    private readonly launches: NodeLaunches,
    private readonly leases: LeasesService,
    private readonly reports: ReportsService,
    private readonly config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: Math.max(1, config.LAUNCH_REPORT_MS / 2),
      immediately: false,
      run: () => this.pass(),
      onError: (error) => logger.info({ err: error }, 'reports could not be checked'),
    });
  }

  /** Begins to look. */
  start(): void {
    this.ticker.start();
  }

  /** Looks no more; resolves when the renewals in hand have ended. */
  async stop(): Promise<void> {
    await this.ticker.stop();
    await Promise.all(this.renewing.values());
  }

  private pass(): Promise<void> {
    const due = this.launches
      .all()
      .filter((record) => this.reports.isOpen(record))
      .filter((record) => this.reports.ageOf(record) >= this.config.LAUNCH_REPORT_MS);
    for (const { offer } of due)
      if (!this.renewing.has(offer.owner)) this.renewing.set(offer.owner, this.renew(offer.owner));
    return Promise.resolve();
  }

  /** Never rejects. */
  private async renew(owner: string): Promise<void> {
    try {
      await this.leases.renew(owner);
    } catch (error) {
      this.logger.info({ err: error, owner }, 'what the owner has stored could not be asked');
    } finally {
      this.renewing.delete(owner);
    }
  }
}
