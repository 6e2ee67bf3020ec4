import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LaunchOffer, StopReason } from '@portolan/launches';
import { RedeliverLater } from '@portolan/messaging';
import { InternalCallError, InternalClient, ServiceLogger } from '@portolan/service';
import { validate } from '@portolan/validation';
import { NodeLaunches } from '../../node/launches/node-launches.service';
import { ClaimsService } from '../../node/owners/claims.service';
import type { OffersService } from '../../node/owners/offers.service';
import { KubernetesConfig } from '../kubernetes-config';

/** Between two looks at whether the launch is over, ms. */
const LOOK_MS = 100;
/** A pod that is told to end waits so long for its launcher to say why, ms. */
const REASON_MS = 3000;
const NO_REASON = 'its pod was told to end';

/**
 * In the place of the queue: a pod asks the owner for the one offer that it was made for, claims it like any
 * node, and ends when the owner has stored its end and its archive is made. A pod that is told to end before
 * (eviction, a drained machine) stops its launch first, so that its end and its archive are reported.
 */
@Injectable()
export class OnlyOffer
  implements OnModuleDestroy, Pick<OffersService, 'open' | 'start' | 'cordon' | 'uncordon' | 'close'>
{
  private readonly ending = new AbortController();
  private asking = false;

  constructor(
    private readonly claims: ClaimsService,
    private readonly launches: NodeLaunches,
    private readonly client: InternalClient,
    private readonly config: KubernetesConfig,
    private readonly logger: ServiceLogger,
  ) {}

  get open(): boolean {
    return this.asking;
  }

  start(): void {
    void this.live();
  }

  /** Nothing is taken off a queue that this could hold back. */
  cordon(): void {
    this.ending.abort();
  }

  uncordon(): void {
    return;
  }

  close(): Promise<void> {
    this.ending.abort();
    return Promise.resolve();
  }

  /**
   * Comes before anything is closed: the launch is stopped, by the launcher, which knows why, or after a moment by this;
   * its end is waited for.
   */
  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    const now = performance.now();
    const deadline = now + this.config.NODE_STOP_LIMIT_MS;
    while (this.launches.all().length > 0 && performance.now() < deadline) {
      for (const { offer, stop, end } of this.launches.all()) {
        if (stop || end || performance.now() < now + REASON_MS) continue;
        const graceMs = Math.min(offer.limits.killGraceMs, this.config.NODE_STOP_LIMIT_MS / 2);
        await this.launches.stop(offer.launchId, StopReason.Node, graceMs, NO_REASON);
      }
      await delay(LOOK_MS);
    }
  }

  /** Never rejects. Ends the process when there is nothing more to do. */
  private async live(): Promise<void> {
    this.asking = true;
    try {
      if (this.launches.all().length === 0) await this.take();
      this.asking = false;
      while (this.launches.all().length > 0) {
        if (this.ending.signal.aborted) return;
        await delay(LOOK_MS);
      }
    } catch (error) {
      this.logger.error({ err: error }, 'the launch of this pod can not be run');
      process.exitCode = 1;
    }
    if (!this.ending.signal.aborted) process.kill(process.pid, 'SIGTERM');
  }

  /** Asks until the owner has answered: the launch is ours, or it is not. */
  private async take(): Promise<void> {
    while (!this.ending.signal.aborted) {
      const offer = await this.ask();
      if (offer === null) return;
      try {
        if (offer) return await this.claims.claim(offer);
      } catch (error) {
        if (!(error instanceof RedeliverLater)) throw error;
      }
      await delay(this.config.CLAIM_RETRY_MS);
    }
  }

  /** @returns null when the launch is over, undefined when the owner was not reached */
  private async ask(): Promise<LaunchOffer | null | undefined> {
    const { NODE_LAUNCH_ID: id = '', NODE_LAUNCH_OWNER_URL: owner = '' } = this.config;
    try {
      const url = `${owner}/internal/launches/${encodeURIComponent(id)}/offer`;
      return validate(LaunchOffer, await this.client.json(url));
    } catch (error) {
      if (error instanceof InternalCallError && error.status === 404) return null;
      this.logger.warn({ err: error }, 'the owner of the launch was not reached, another try comes');
      return undefined;
    }
  }
}
