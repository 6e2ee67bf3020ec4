import { Injectable } from '@nestjs/common';
import { ServiceLogger, type Transaction } from '@portolan/service';
import { LRUCache } from 'lru-cache';
import type { LaunchClaim } from './launch-handlers';
import { OfferWindowsService } from './offer-windows.service';
import { OffersGateway } from './offers.gateway';
import { TurnReadModel } from './turn.read-model';

/** Time for which a launch lets another one go first, ms: the offer of that one may have been lost with Redis. */
const PATIENCE_MS = 2000;

/**
 * Keeps the order of a user's own launches where several offers are on the queue: nodes look at many at once and put back those
 * that do not fit, so that a less urgent one may be the first to find room.
 */
@Injectable()
export class OwnOrderService {
  /** Launches that let another one go first, and since when (ms, monotonic). */
  private readonly waiting = new LRUCache<string, { for: string; since: number }>({ max: 10_000 });

  constructor(
    private readonly windows: OfferWindowsService,
    private readonly turns: TurnReadModel,
    private readonly offers: OffersGateway,
    private readonly logger: ServiceLogger,
  ) {}

  /** Returns the launch on the queue that goes first by its rank and fits the room of the claimed one; undefined without one. */
  async before({ launch, claim }: LaunchClaim, transaction: Transaction): Promise<string | undefined> {
    if (!this.windows.mayOvertake(launch)) return undefined;
    const first = await this.turns.before(launch, claim.freeMemoryMb + launch.memoryMb, transaction);
    if (first === undefined) return undefined;
    const now = performance.now();
    const before = this.waiting.get(launch.id);
    if (before?.for === first) return now - before.since < PATIENCE_MS ? first : undefined;
    this.waiting.set(launch.id, { for: first, since: now });
    return first;
  }

  /** Lets nodes look at a launch at once, if they have put it back. */
  async bringForward(agentCluster: string, id: string): Promise<void> {
    try {
      await this.offers.bringForward(agentCluster, id);
    } catch (error) {
      this.logger.debug({ err: error, launch: id }, 'an offer could not be brought forward');
    }
  }
}
