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

  constructor(
    private readonly launches: NodeLaunches,
    private readonly leases: LeasesService,
    private readonly reports: ReportsService,
    private readonly config: NodeConfig,
    logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: Math.max(1, config.LAUNCH_REPORT_MS / 2),
      immediately: false,
      run: () => this.pass(),
      onError: (error) => logger.info({ err: error }, 'reports could not be checked'),
    });
  }

  start(): void {
    this.ticker.start();
  }

  stop(): Promise<void> {
    return this.ticker.stop();
  }

  private async pass(): Promise<void> {
    const due = this.launches
      .all()
      .filter((record) => this.reports.isOpen(record))
      .filter((record) => this.reports.ageOf(record) >= this.config.LAUNCH_REPORT_MS);
    for (const owner of new Set(due.map((record) => record.offer.owner))) await this.leases.renew(owner);
  }
}
