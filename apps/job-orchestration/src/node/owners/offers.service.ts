import { Injectable } from '@nestjs/common';
import { launchesQueue } from '@portolan/launches';
import { Queues, RedeliverLater, type Consumer } from '@portolan/messaging';
import type { Subscription } from 'rxjs';
import { NodeLaunches } from '../launches/node-launches.service';
import { NodeConfig } from '../node-config';
import { ClaimsService, NoRoom } from './claims.service';

/** Offers looked at at the same time: claims are short, and many launches should start together. */
const CONCURRENCY = 8;
/** What came off the queue while the node was closing or filling up goes back for so long, ms. */
const GIVE_BACK_MS = 200;
/** Pause after an offer that did not fit, ms: a long queue of such must not be turned over all the time. */
const REST_MS = 200;

/** Takes offers off the queue of this node's agent cluster, only while there is room. */
@Injectable()
export class OffersService {
  private consumer: Consumer | undefined;
  private room: Subscription | undefined;
  private resting: NodeJS.Timeout | undefined;
  private closed = false;
  private cordoned = false;

  constructor(
    private readonly queues: Queues,
    private readonly launches: NodeLaunches,
    private readonly claims: ClaimsService,
    private readonly config: NodeConfig,
  ) {}

  /** False once the node takes no more launches. */
  get open(): boolean {
    return !this.closed && !this.cordoned && this.consumer !== undefined;
  }

  start(): void {
    if (this.closed) return;
    const queue = launchesQueue(this.config.AGENT_CLUSTER);
    this.consumer = this.queues.consume(
      queue,
      async ({ body }) => {
        if (this.closed || this.cordoned) throw new RedeliverLater(GIVE_BACK_MS);
        try {
          await this.claims.claim(body);
        } catch (error) {
          if (error instanceof NoRoom) this.rest();
          throw error;
        } finally {
          this.regulate();
        }
      },
      CONCURRENCY,
    );
    this.room = this.launches.freed.subscribe(() => this.endRest());
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
    this.room?.unsubscribe();
    clearTimeout(this.resting);
    await this.consumer?.close();
    this.consumer = undefined;
  }

  private rest(): void {
    this.resting ??= setTimeout(() => this.endRest(), REST_MS).unref();
  }

  private endRest(): void {
    clearTimeout(this.resting);
    this.resting = undefined;
    this.regulate();
  }

  private regulate(): void {
    if (this.closed) return;
    if (this.cordoned) {
      this.consumer?.hold();
      return;
    }
    if (this.resting || this.launches.capacity.full) this.consumer?.hold();
    else this.consumer?.resume();
  }
}
