import { Inject, Injectable } from '@nestjs/common';
import { Queues } from '@portolan/messaging';
import { InternalAddress, ServiceConfig, ServiceLogger, TRACEPARENT_VARIABLE } from '@portolan/service';
import { LaunchKind, type LaunchOffer } from '../protocol/launch-offer';
import { signOffer } from '../protocol/offer-signature';
import { launchesQueue } from '../protocol/queues';
import type { LaunchEntity } from './launch.entity';

/** Batch launches have lower priority than streaming workers: BullMQ delivers messages without a priority first. */
const BATCH_PRIORITY = 1;
/** Offers that nodes have put back among which one is looked for. */
const LOOK_AHEAD = 200;
/** Offers signed and sent without a pause: a job may have 1,500 workers, and other work needs the event loop, too. */
const AT_ONCE = 50;

/** Puts offers on the queues of agent clusters and removes them. */
@Injectable()
export class OffersGateway {
  constructor(
    private readonly queues: Queues,
    private readonly address: InternalAddress,
    private readonly logger: ServiceLogger,
    @Inject(ServiceConfig) private readonly config: ServiceConfig,
  ) {}

  /** Returns the offer of a launch with the owner's current address, which may have changed since the row was stored. */
  signed(launch: LaunchEntity): LaunchOffer {
    return signOffer({ ...launch.offer, ownerUrl: this.address.url }, this.config.INTERNAL_TOKEN);
  }

  /** Puts launches on their queues, in their order. A queued launch keeps its place. @returns whether the queue accepted them */
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
              place: launch.offeredAt,
              // Validated before the launch was stored.
              checked: true,
              ...(launch.kind === LaunchKind.Batch && { priority: BATCH_PRIORITY }),
            },
          }));
          await this.queues.sendAll(launchesQueue(agentCluster), messages);
        }
      }
      return true;
    } catch (error) {
      this.logger.warn({ err: error }, 'offers could not be sent; the sweep resends them');
      return false;
    }
  }

  /** Removes offers from a queue. @returns the ids of those that no node was handling */
  takeBack(agentCluster: string, ids: readonly string[]): Promise<string[]> {
    return this.queues.remove(launchesQueue(agentCluster), ids);
  }

  /** Delivers an offer at once that nodes have put back. */
  bringForward(agentCluster: string, id: string): Promise<void> {
    return this.queues.bringForward(
      launchesQueue(agentCluster),
      ({ launchId }) => launchId === id,
      LOOK_AHEAD,
    );
  }

  /** Takes the offer of an ended launch off its queue. A node that reads a stale offer is refused, so a failure is only logged. */
  async withdraw(launch: LaunchEntity): Promise<void> {
    try {
      await this.takeBack(launch.agentCluster, [launch.id]);
    } catch (error) {
      const about = { err: error, launch: launch.id };
      this.logger.debug(about, 'a stale offer could not be removed from its queue');
    }
  }

  /** Counts the batch offers on a queue, including those that nodes handle or have put back. */
  async count(agentCluster: string): Promise<number> {
    const { prioritized, delayed, active } = await this.queues.counts(launchesQueue(agentCluster));
    return prioritized + delayed + active;
  }

  /** Counts the offers that nodes have put back: no node has room for them at the moment. */
  async putBack(agentCluster: string): Promise<number> {
    return (await this.queues.counts(launchesQueue(agentCluster))).delayed;
  }
}
