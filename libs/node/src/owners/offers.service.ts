import { Injectable } from '@nestjs/common';
import { launchesQueue, type LaunchOffer } from '@portolan/launches';
import {
  QueueHandlers,
  Queues,
  RedeliverLater,
  type Delivery,
  type QueueConsumer,
  type QueueDefinition,
} from '@portolan/messaging';
import { ServiceLogger } from '@portolan/service';
import { merge, type Subscription } from 'rxjs';
import { NodeConfig } from '../config/node-config';
import { NodeLaunchesService, shareOf } from '../launches/node-launches.service';
import { Capacity, type Share } from '../resources/capacity';
import { LeaseRenewalService } from './lease-renewal.service';
import { NoCapacityError, OfferClaimsService, OwnerAwayError } from './offer-claims.service';

/** Offers handled concurrently: claims are short, and many launches should start together. */
const CONCURRENCY = 8;
/** Delay of offers that are returned because the node closes or is full, ms. */
const GIVE_BACK_MS = 200;
/** Time for which an offer waits for a slot on a node that has none, before it is put back, ms: small jobs end all the time. */
const ROOM_WAIT_MS = 200;
/**
 * Age from which an offer is dropped while its owner is unreachable, ms. The owner may have moved; it resends offers that are
 * not on the queue, with its current address.
 */
const STALE_OFFER_MS = 5000;
/** Maximum number of returned offers that are checked after capacity was released. */
const LOOK_AHEAD = 100;

/** Takes offers off the queue of this node's agent cluster while there is room. */
@Injectable()
export class OffersService {
  private readonly queue: QueueDefinition<LaunchOffer>;
  private readonly refusals: Refusals;
  private readonly room = new RoomQueue();
  private readonly consumer: QueueConsumer<LaunchOffer>;
  private events: Subscription | undefined;
  private closed = false;
  private cordoned = false;
  private looking = false;
  private roomMade = false;

  constructor(
    private readonly queues: Queues,
    private readonly launches: NodeLaunchesService,
    private readonly claims: OfferClaimsService,
    private readonly leases: LeaseRenewalService,
    private readonly logger: ServiceLogger,
    handlers: QueueHandlers,
    config: NodeConfig,
  ) {
    this.queue = launchesQueue(config.AGENT_CLUSTER);
    this.consumer = handlers.handle(this.queue, (delivery) => this.look(delivery), {
      concurrency: CONCURRENCY,
      manualStart: true,
    });
    this.refusals = new Refusals(config.CLAIM_RETRY_MS);
  }

  /** False once the node takes no more launches. */
  get open(): boolean {
    return !this.closed && !this.cordoned && this.consumer.started;
  }

  /** Starts taking launches, unless closed before. */
  start(): void {
    if (this.closed) return;
    this.consumer.start();
    this.events = merge(this.launches.freed, this.leases.failures).subscribe(() => this.regulate());
    this.events.add(this.launches.freed.subscribe(() => this.room.wakeFirst()));
    this.events.add(this.launches.freed.subscribe(() => void this.lookAgain()));
    this.regulate();
  }

  /** Takes no more until {@link uncordon}; may be called before {@link start}. */
  cordon(): void {
    this.cordoned = true;
    this.room.wakeAll();
    this.regulate();
  }

  uncordon(): void {
    this.cordoned = false;
    this.regulate();
  }

  /** Stops; resolves when offers in progress are claimed or returned. */
  async close(): Promise<void> {
    this.closed = true;
    this.events?.unsubscribe();
    this.room.wakeAll();
    await this.consumer.close();
  }

  private async look({ body: offer, sentAt }: Delivery<LaunchOffer>): Promise<void> {
    try {
      await this.claim(offer, performance.now() + ROOM_WAIT_MS);
    } catch (error) {
      if (error instanceof OwnerAwayError && Date.now() - sentAt >= STALE_OFFER_MS) return;
      if (!(error instanceof NoCapacityError)) throw error;
      throw new RedeliverLater(this.refusals.add(shareOf(offer), performance.now()));
    } finally {
      this.regulate();
      // The claim may have left the slot that woke it.
      if (!this.launches.capacity.full) this.room.wakeFirst();
    }
  }

  /** Claims an offer, if need be after other launches have ended. @param until by the monotonic clock, ms */
  private async claim(offer: LaunchOffer, until: number): Promise<void> {
    for (;;) {
      if (this.closed || this.cordoned) throw new RedeliverLater(GIVE_BACK_MS);
      try {
        return await this.claims.claim(offer);
      } catch (error) {
        const left = until - performance.now();
        if (!(error instanceof NoCapacityError) || !this.isFull || left <= 0) throw error;
        await this.room.turn(left);
      }
    }
  }

  /** A full node takes no offers unless it has lost an owner: offers contain the current address. */
  private get isFull(): boolean {
    return this.launches.capacity.full && !(this.claims.unanswered || this.leases.searching);
  }

  /** Capacity was released: returned offers that fit now are delivered without waiting for their delay. */
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
      this.logger.info({ err: error }, 'returned offers could not be brought forward; they keep their delay');
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
      if (room.reserve(offer.launchId, shareOf(offer))) return true;
      this.refusals.note(shareOf(offer));
      return false;
    };
    await this.queues.bringForward(this.queue, wanted, LOOK_AHEAD);
  }

  private regulate(): void {
    if (this.closed) return;
    if (this.cordoned || this.isFull) this.consumer.hold();
    else this.consumer.resume();
  }
}

/** Minimum distance between two deliveries of offers that do not fit, ms, over all such offers. */
const SPACING_MS = 20;
const MAX_PAUSE_MS = 10_000;

/** Remembers recent offers that did not fit and delays them, longer the more there are, to keep the queue free. */
export class Refusals {
  /** The smallest need of all refused offers; undefined when there are none. */
  smallest: Share | undefined;
  private nextAt = 0;

  /** @param pauseMs minimum delay of an offer that does not fit */
  constructor(private readonly pauseMs: number) {}

  /** Records an offer that does not fit. @param now by the monotonic clock, ms @returns its delay, ms */
  add(share: Share, now: number): number {
    this.note(share);
    this.nextAt = Math.min(now + MAX_PAUSE_MS, Math.max(now + this.pauseMs, this.nextAt + SPACING_MS));
    return Math.ceil(this.nextAt - now);
  }

  note(share: Share): void {
    this.smallest = {
      slots: Math.min(this.smallest?.slots ?? Infinity, share.slots),
      memoryMb: Math.min(this.smallest?.memoryMb ?? Infinity, share.memoryMb),
    };
  }

  /** Clears the recorded shares before returned offers are checked. */
  clear(): void {
    this.smallest = undefined;
  }
}

/** Lets offers that found no room wait for it, first come first served, instead of going back to the queue. */
export class RoomQueue {
  /** In the order of arrival. */
  private readonly waiting = new Set<() => void>();

  /** Resolves when it is this caller's turn, at the latest after `ms`. */
  turn(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.waiting.add(wake);
    });
  }

  /** Wakes the first of the waiting callers. */
  wakeFirst(): void {
    const [first] = this.waiting;
    first?.();
  }

  wakeAll(): void {
    for (const wake of this.waiting) wake();
  }
}
