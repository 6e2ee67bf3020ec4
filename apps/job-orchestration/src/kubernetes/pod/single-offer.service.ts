import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LaunchOffer, StopReason } from '@portolan/launches';
import { RedeliverLater } from '@portolan/messaging';
import { NodeLaunchesService, OfferClaimsService, type OffersService } from '@portolan/node';
import { InternalCallError, InternalClient, ServiceLogger } from '@portolan/service';
import { validate } from '@portolan/validation';
import { KubernetesConfig } from '../../config/kubernetes-config';

/** Interval between checks whether the launch has ended, ms. */
const LOOK_MS = 100;
/** Time that a pod being terminated waits for its launcher to send the reason, ms. */
const REASON_MS = 3000;
const NO_REASON = 'its pod was terminated';

/**
 * Replaces the queue: a pod asks the owner for the one offer that it was created for, claims it like any
 * node, and exits when the owner has stored its end and the archive is made. A pod terminated earlier
 * (eviction, a drained machine) stops its launch first, so that its end and its archive are reported.
 */
@Injectable()
export class SingleOfferService
  implements OnModuleDestroy, Pick<OffersService, 'open' | 'start' | 'cordon' | 'uncordon' | 'close'>
{
  private readonly ending = new AbortController();
  private asking = false;

  constructor(
    private readonly claims: OfferClaimsService,
    private readonly launches: NodeLaunchesService,
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

  /** A pod takes nothing off a queue, so there is nothing to pause. */
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
   * Runs before anything is closed: the launcher, which knows the reason, stops the launch, or this service after a moment;
   * then waits for the end of the launch.
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

  /** Never rejects. Ends the process when the launch is done. */
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
      this.logger.error({ err: error }, 'the launch of this pod cannot be run');
      process.exitCode = 1;
    }
    if (!this.ending.signal.aborted) process.kill(process.pid, 'SIGTERM');
  }

  /** Retries until the owner has accepted or refused the claim. */
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

  /** @returns null when the launch has ended, undefined when the owner was not reached */
  private async ask(): Promise<LaunchOffer | null | undefined> {
    const { NODE_LAUNCH_ID: id = '', NODE_LAUNCH_OWNER_URL: owner = '' } = this.config;
    try {
      const url = `${owner}/internal/launches/${encodeURIComponent(id)}/offer`;
      return validate(LaunchOffer, await this.client.json(url));
    } catch (error) {
      if (error instanceof InternalCallError && error.status === 404) return null;
      this.logger.warn({ err: error }, 'the owner of the launch is unreachable; the call will be retried');
      return undefined;
    }
  }
}
