import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger, Ticker, isOutage } from '@portolan/service';
import { LaunchOwnerOptions } from './launch-owner.options';
import { LaunchRepository } from './launch.repository';
import { Launches } from './launches.service';
import { OwnerAnnouncement } from './owner-announcement.service';
import { WellClock } from './well-clock';

/** Offers that one pass sends again. */
const RESEND_BATCH = 500;
/** A launch that was missing from so many renewals of its node is lost. */
const MISSED_RENEWALS_LIMIT = 2;

/**
 * Makes good what got lost: offers that are not on the queue (Redis was emptied), launches whose node
 * is gone or has forgotten them. Every replica sweeps; the rows decide.
 */
@Injectable()
export class LaunchSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;
  private readonly clock = new WellClock();

  constructor(
    private readonly repository: LaunchRepository,
    private readonly launches: Launches,
    private readonly announcement: OwnerAnnouncement,
    private readonly options: LaunchOwnerOptions,
    private readonly logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: options.sweepMs,
      run: () => this.sweep(),
      onError: (error) => {
        if (isOutage(error)) this.clock.reset();
        this.logger.warn({ err: error }, 'launch sweep failed, the next one comes');
      },
    });
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.ticker.stop();
  }

  private async sweep(): Promise<void> {
    await this.launches.resend(
      await this.repository.unsentSince(Date.now() - this.options.resendMs, RESEND_BATCH),
    );
    for (const id of await this.repository.forgottenByNodes(MISSED_RENEWALS_LIMIT)) {
      await this.lose(id, 'its node does not know it any more');
    }
    await this.announcement.tellLate();
    // An outage of the owner or its database must not look like the death of all nodes (design §3.5).
    const { sweepMs, leaseMs } = this.options;
    if (this.clock.wellFor(sweepMs, leaseMs) < leaseMs) return;
    for (const id of await this.repository.withExpiredLease(leaseMs)) {
      await this.lose(id, 'its node has not renewed its lease in time');
    }
  }

  /** One launch that can't be given up now must not keep the others from it. */
  private async lose(id: string, why: string): Promise<void> {
    try {
      await this.launches.lose(id, why);
    } catch (error) {
      if (isOutage(error)) throw error;
      this.logger.error({ err: error, launchId: id }, 'a lost launch could not be given up');
    }
  }
}
