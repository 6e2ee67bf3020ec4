import { Injectable } from '@nestjs/common';
import { PeriodicTasks } from '@portolan/service';
import { inOwnOrder } from './fair-order';
import { LaunchOwnerOptions } from './launch-handlers';
import type { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { OffersGateway } from './offers.gateway';

/** Offers resent in one pass. */
const BATCH = 500;

/** Resends offers that are missing from the queue, as after the loss of Redis. Every replica does so, because a repeated offer is harmless. */
@Injectable()
export class OfferResendService {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly offers: OffersGateway,
    private readonly options: LaunchOwnerOptions,
    periodic: PeriodicTasks,
  ) {
    periodic.every(options.sweepMs, 'resend offers', () => this.resend());
  }

  private async resend(): Promise<void> {
    const readAt = Date.now();
    const { workers, batch } = await this.repository.offersToResend(readAt - this.options.resendMs, BATCH);
    const launches = [...workers, ...inTurn(batch)];
    if (launches.length === 0 || !(await this.offers.put(launches))) return;
    // The marks end before the launches were read: those that are queued since follow them.
    const ids = launches.map(({ id }) => id);
    await this.repository.markSent(ids, readAt - launches.length);
  }
}

/**
 * Orders the batch launches on some queues by their marks, and those of one user on a queue by the user's own order: the mark of an
 * offer that could not be taken back is older than those of launches that should precede it.
 */
function inTurn(launches: readonly LaunchEntity[]): LaunchEntity[] {
  const turns = launches.map(({ id, agentCluster, user, turnRank, createdAt }) => ({
    ...{ id, rank: turnRank, createdAt },
    user: JSON.stringify([agentCluster, user]),
  }));
  const byId = new Map(launches.map((launch) => [launch.id, launch]));
  return inOwnOrder(turns).flatMap((id) => byId.get(id) ?? []);
}
