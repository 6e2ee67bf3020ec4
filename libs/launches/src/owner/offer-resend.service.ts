import { Injectable } from '@nestjs/common';
import { PeriodicTasks } from '@portolan/service';
import { inOwnOrder } from './fair-order';
import { LaunchCreationService } from './launch-creation.service';
import { LaunchOwnerOptions } from './launch-handlers';
import { LaunchRepository } from './launch.repository';

/** Offers resent in one pass. */
const BATCH = 500;

/** Resends offers that are missing from the queue, as after the loss of Redis. Every replica does so, because a repeated offer is harmless. */
@Injectable()
export class OfferResendService {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly creation: LaunchCreationService,
    private readonly options: LaunchOwnerOptions,
    periodic: PeriodicTasks,
  ) {
    periodic.every(options.sweepMs, 'resend offers', () => this.resend());
  }

  private async resend(): Promise<void> {
    const now = Date.now();
    const { workers, batch } = await this.repository.unsentSince(now - this.options.resendMs, BATCH);
    // The marks of offers that could not be taken back are older than those of offers that should precede them.
    const ordered = inOwnOrder(batch.map((launch) => ({ ...launch, rank: launch.turnRank, launch })));
    await this.creation.resend([...workers, ...ordered.map(({ launch }) => launch)], now);
  }
}
