import { Injectable } from '@nestjs/common';
import { launchesQueue } from '@portolan/launches';
import { Queues, RedeliverLater, type Consumer } from '@portolan/messaging';
import type { Subscription } from 'rxjs';
import { NodeLaunches } from '../launches/node-launches.service';
import { NodeConfig } from '../node-config';
import { ClaimsService } from './claims.service';

/** Offers looked at at the same time: claims are short, and many launches should start together. */
const CONCURRENCY = 8;
/** What came off the queue while the node was closing or filling up goes back for so long, ms. */
const GIVE_BACK_MS = 200;

/** Takes offers off the queue of this node's agent cluster, only while there is room. */
@Injectable()
export class OffersService {
  private consumer: Consumer | undefined;
  private room: Subscription | undefined;
  private closed = false;

  constructor(
    private readonly queues: Queues,
    private readonly launches: NodeLaunches,
    private readonly claims: ClaimsService,
    private readonly config: NodeConfig,
  ) {}

  /** False once the node takes no more launches. */
  get open(): boolean {
    return !this.closed && this.consumer !== undefined;
  }

  start(): void {
    if (this.closed) return;
    const queue = launchesQueue(this.config.AGENT_CLUSTER);
    this.consumer = this.queues.consume(
      queue,
      async ({ body }) => {
        if (this.closed) throw new RedeliverLater(GIVE_BACK_MS);
        try {
          await this.claims.claim(body);
        } finally {
          this.regulate();
        }
      },
      CONCURRENCY,
    );
    this.room = this.launches.freed.subscribe(() => this.regulate());
    this.regulate();
  }

  /** Takes no more; resolves when what is in hand is claimed or given back. */
  async close(): Promise<void> {
    this.closed = true;
    this.room?.unsubscribe();
    await this.consumer?.close();
    this.consumer = undefined;
  }

  private regulate(): void {
    if (this.closed) return;
    if (this.launches.capacity.full) this.consumer?.hold();
    else this.consumer?.resume();
  }
}
