import { Injectable } from '@nestjs/common';
import { launchesQueue, type LaunchOffer } from '@portolan/launches';
import { Queues, RedeliverLater, type Consumer, type QueueDefinition } from '@portolan/messaging';
import { ServiceLogger } from '@portolan/service';
import { merge, type Subscription } from 'rxjs';
import { Capacity } from '../capacity';
import { NodeLaunches, shareOf } from '../launches/node-launches.service';
import { NodeConfig } from '../node-config';
import { ClaimsService, NoRoom } from './claims.service';
import { LeasesService } from './leases.service';
import { Refusals } from './refusals';

/** Offers looked at at the same time: claims are short, and many launches should start together. */
const CONCURRENCY = 8;
/** What came off the queue while the node was closing or filling up goes back for so long, ms. */
const GIVE_BACK_MS = 200;
/** Offers put back for lack of room that are looked through when room was made. */
const LOOK_AHEAD = 100;

/** Takes offers off the queue of this node's agent cluster, only while there is room. */
@Injectable()
export class OffersService {
  private readonly queue: QueueDefinition<LaunchOffer>;
  private readonly refusals: Refusals;
  private consumer: Consumer | undefined;
  private events: Subscription | undefined;
  private closed = false;
  private cordoned = false;
  private looking = false;
  private roomMade = false;

  constructor(
    private readonly queues: Queues,
    private readonly launches: NodeLaunches,
    private readonly claims: ClaimsService,
    private readonly leases: LeasesService,
    private readonly logger: ServiceLogger,
    config: NodeConfig,
  ) {
    this.queue = launchesQueue(config.AGENT_CLUSTER);
    this.refusals = new Refusals(config.CLAIM_RETRY_MS);
  }

  /** False once the node takes no more launches. */
  get open(): boolean {
    return !this.closed && !this.cordoned && this.consumer !== undefined;
  }

  /** Begins to take launches, unless it was closed before. */
  start(): void {
    if (this.closed) return;
    this.consumer = this.queues.consume(this.queue, ({ body }) => this.look(body), CONCURRENCY);
    this.events = merge(this.launches.freed, this.leases.failures).subscribe(() => this.regulate());
    this.events.add(this.launches.freed.subscribe(() => void this.lookAgain()));
    this.regulate();
  }

  /** Takes no more until {@link uncordon}; may come before {@link start}. */
  cordon(): void {
    this.cordoned = true;
    this.regulate();
  }

  uncordon(): void {
    this.cordoned = false;
    this.regulate();
  }

  /** Takes no more; resolves when what is in hand is claimed or given back. */
  async close(): Promise<void> {
    this.closed = true;
    this.events?.unsubscribe();
    await this.consumer?.close();
    this.consumer = undefined;
  }

  private async look(offer: LaunchOffer): Promise<void> {
    if (this.closed || this.cordoned) throw new RedeliverLater(GIVE_BACK_MS);
    try {
      await this.claims.claim(offer);
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      throw new RedeliverLater(this.refusals.add(shareOf(offer), performance.now()));
    } finally {
      this.regulate();
    }
  }

  /** Room was made: offers that it is enough for do not wait for their time. */
  private async lookAgain(): Promise<void> {
    this.roomMade = true;
    if (this.looking) return;
    this.looking = true;
    try {
      while (this.roomMade && !this.closed) {
        this.roomMade = false;
        await this.bringForward();
      }
    } catch (error) {
      this.logger.info({ err: error }, 'offers that were put back wait for their time');
    } finally {
      this.looking = false;
    }
  }

  private async bringForward(): Promise<void> {
    const { smallest } = this.refusals;
    const room = new Capacity(this.launches.capacity.free);
    if (!smallest || !room.fits(smallest)) return;
    this.refusals.clear();
    const wanted = (offer: LaunchOffer): boolean => {
      const fits = room.reserve(offer.launchId, shareOf(offer));
      if (!fits) this.refusals.note(shareOf(offer));
      return fits;
    };
    await this.queues.bringForward(this.queue, wanted, LOOK_AHEAD);
  }

  /** A full node takes nothing, unless it has lost an owner: offers tell where owners are now. */
  private regulate(): void {
    if (this.closed) return;
    if (this.cordoned) {
      this.consumer?.hold();
      return;
    }
    const searching = this.claims.unanswered || this.leases.searching;
    if (this.launches.capacity.full && !searching) this.consumer?.hold();
    else this.consumer?.resume();
  }
}
