import { Inject, Injectable } from '@nestjs/common';
import { Queues } from '@portolan/messaging';
import { InternalAddress, ServiceConfig, ServiceLogger, TRACEPARENT_VARIABLE } from '@portolan/service';
import { LaunchKind, launchesQueue, type LaunchOffer } from '../protocol/launch-offer';
import { signOffer } from '../protocol/offer-signature';
import type { LaunchEntity } from './launch.entity';

/** Batch launches come after streaming workers: a message without a priority goes before all that have one. */
const BATCH_PRIORITY = 1;
/** Offers that are signed and sent in one go: a job may have 1,500 workers, and others want the event loop, too. */
const AT_ONCE = 50;

/** Puts offers on the queues of agent clusters and takes them back. */
@Injectable()
export class OffersGateway {
  constructor(
    private readonly queues: Queues,
    private readonly address: InternalAddress,
    private readonly logger: ServiceLogger,
    @Inject(ServiceConfig) private readonly config: ServiceConfig,
  ) {}

  /** The offer of a launch with the owner's address as it is now: it may have moved since the row was written. */
  signed(launch: LaunchEntity): LaunchOffer {
    return signOffer({ ...launch.offer, ownerUrl: this.address.url }, this.config.INTERNAL_TOKEN);
  }

  /** Puts launches on their queues, in their order. One that is there already stays where it is. @returns whether it was possible */
  async put(launches: readonly LaunchEntity[]): Promise<boolean> {
    try {
      for (const agentCluster of new Set(launches.map((launch) => launch.agentCluster))) {
        const all = launches.filter((launch) => launch.agentCluster === agentCluster);
        for (let from = 0; from < all.length; from += AT_ONCE) {
          const messages = all.slice(from, from + AT_ONCE).map((launch) => ({
            body: this.signed(launch),
            how: {
              id: launch.id,
              requestId: launch.requestId ?? undefined,
              traceparent: launch.offer.environment[TRACEPARENT_VARIABLE],
              // Checked before it was stored.
              checked: true,
              ...(launch.kind === LaunchKind.Batch && { priority: BATCH_PRIORITY }),
            },
          }));
          await this.queues.sendAll(launchesQueue(agentCluster), messages);
        }
      }
      return true;
    } catch (error) {
      this.logger.warn({ err: error }, 'offers could not be sent, the sweep will');
      return false;
    }
  }

  /** Takes offers off a queue. @returns the ids of those that no node was looking at */
  async takeBack(agentCluster: string, ids: readonly string[]): Promise<string[]> {
    const sender = this.queues.sender(launchesQueue(agentCluster));
    const removed = await Promise.all(
      // One that a node has in hand can't be removed, and need not be.
      ids.map((id) => sender.remove(id).catch(() => 0)),
    );
    return ids.filter((_id, index) => removed[index] === 1);
  }

  /** Batch offers on a queue, those included that nodes are looking at or have put back for a while. */
  async count(agentCluster: string): Promise<number> {
    const sender = this.queues.sender(launchesQueue(agentCluster));
    const counts = await sender.getJobCounts('prioritized', 'delayed', 'active');
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  }

  /** Offers that nodes have put back for a while: they fit nowhere at the moment. */
  putBack(agentCluster: string): Promise<number> {
    return this.queues.sender(launchesQueue(agentCluster)).getDelayedCount();
  }
}
