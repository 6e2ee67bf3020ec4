import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ClaimDecision, isSigned, type ClaimAnswer, type LaunchOffer } from '@portolan/launches';
import { RedeliverLater } from '@portolan/messaging';
import { InternalCallError, ServiceLogger, internalTokens } from '@portolan/service';
import { LaunchStage, type LaunchRecord } from '../launches/launch-record';
import { NodeLaunchesService, shareOf } from '../launches/node-launches.service';
import { NodeConfig } from '../config/node-config';
import { NodeIdentity } from '../identity/node-identity';
import { LeaseRenewalService } from './lease-renewal.service';
import { OwnerUnreachableError } from './owner-link';

/**
 * Starts launches. `local` is the node itself: it claims the launch and starts the process on its machine.
 * `kubernetes` creates one Job per launch, whose pod is a node for that launch alone.
 */
export interface Launcher {
  /** Ensures that an offered launch is claimed. Idempotent. @throws RedeliverLater to get the offer again */
  claim(offer: LaunchOffer): Promise<void>;
}

/** The launch needs more slots, memory or ports than are free. */
export class NoCapacityError extends Error {
  override readonly name = 'NoCapacityError';
}

/** The owner was not reached at any known address, and not asked: the offer is to be delivered again. */
export class OwnerAwayError extends RedeliverLater {}

/** Errors of connections that were never established: the owner cannot have received the claim. */
const UNSEEN_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Claims launches. A claim is in the journal first, and repeated with the same token until it is answered. */
@Injectable()
export class OfferClaimsService implements Launcher {
  private readonly stopping = new AbortController();
  /** Owners with an unanswered claim, which get no other request meanwhile. */
  private readonly silent = new Map<string, number>();

  constructor(
    private readonly launches: NodeLaunchesService,
    private readonly leases: LeaseRenewalService,
    private readonly identity: NodeIdentity,
    private readonly config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {}

  /**
   * Claims a launch if there is room.
   * @throws RedeliverLater when the offer must be delivered again; {@link OwnerAwayError}; {@link NoCapacityError}
   */
  async claim(offer: LaunchOffer): Promise<void> {
    const { launchId, owner } = offer;
    if (!isSigned(offer, ...internalTokens(this.config))) {
      const facts = { launchId, owner, ownerUrl: offer.ownerUrl };
      this.logger.warn(facts, 'offer dropped: not signed by an owner');
      return;
    }
    // First, because an unreachable owner may have moved to the address in this offer, also that of an unanswered claim.
    this.leases.meet(owner, offer.ownerUrl);
    if (this.launches.find(launchId)) return;
    if (this.silent.has(owner)) throw this.later();
    if (!this.launches.capacity.fits(shareOf(offer))) throw new NoCapacityError();
    try {
      await this.leases.ensure(owner);
    } catch (error) {
      this.logger.info({ err: error, owner }, 'owner unreachable; its launches wait');
      throw this.later();
    }
    const record = await this.launches.take(offer, randomUUID());
    if (!record) throw new NoCapacityError();
    await this.settle(record);
  }

  /** Resumes a claim that an earlier process of this node left unanswered. */
  resume(record: LaunchRecord): void {
    this.leases.meet(record.offer.owner, record.offer.ownerUrl);
    void this.askOn(record);
  }

  /** True while a claim is unanswered: its owner may have moved to another address. */
  get unanswered(): boolean {
    return this.silent.size > 0;
  }

  stop(): void {
    this.stopping.abort();
  }

  private async settle(record: LaunchRecord): Promise<void> {
    const { launchId, owner } = record.offer;
    let answer: ClaimAnswer;
    try {
      answer = await this.ask(record);
    } catch (error) {
      if (!(error instanceof OwnerUnreachableError && error.errors.every(wasNotSeen)))
        return void this.askOn(record);
      this.logger.warn({ err: error, launchId, owner }, 'claim could not be resumed');
      await this.launches.giveBack(launchId);
      throw this.later();
    }
    await this.follow(record, answer);
    // A random delay, or the queue might deliver the offer to this node every time.
    if (answer.decision === ClaimDecision.NotHere)
      throw new RedeliverLater((answer.retryAfterMs ?? this.config.CLAIM_RETRY_MS) * (0.5 + Math.random()));
  }

  private async follow(record: LaunchRecord, answer: ClaimAnswer): Promise<void> {
    const { launchId } = record.offer;
    if (answer.decision === ClaimDecision.Go) this.launches.begin(launchId);
    else await this.launches.giveBack(launchId);
  }

  /** Repeats the claim until it is answered; never rejects. */
  private async askOn(record: LaunchRecord): Promise<void> {
    const { owner, launchId } = record.offer;
    this.count(owner, 1);
    try {
      while (!this.stopping.signal.aborted && record.stage === LaunchStage.Claiming) {
        try {
          await this.follow(record, await this.ask(record));
          return;
        } catch (error) {
          this.logger.warn({ err: error, launchId, owner }, 'claim not answered; it will be repeated');
        }
        const { signal } = this.stopping;
        await delay(this.config.CLAIM_RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    } finally {
      this.count(owner, -1);
    }
  }

  private async ask(record: LaunchRecord): Promise<ClaimAnswer> {
    const { offer, token, ports } = record;
    const { nodeId, url: nodeUrl, host } = this.identity;
    const { slots: freeSlots, memoryMb: freeMemoryMb } = this.launches.capacity.free;
    const { AGENT_CLUSTER: agentCluster, NODE_ZONE: zone } = this.config;
    const link = this.leases.find(offer.owner) ?? this.leases.meet(offer.owner, offer.ownerUrl);
    const node = { nodeId, nodeUrl, host, agentCluster, ...(zone !== undefined && { zone }) };
    return link.claim(offer.launchId, { ...node, token, freeSlots, freeMemoryMb, ports });
  }

  private count(owner: string, change: number): void {
    const now = (this.silent.get(owner) ?? 0) + change;
    if (now > 0) this.silent.set(owner, now);
    else this.silent.delete(owner);
  }

  private later(): OwnerAwayError {
    return new OwnerAwayError(this.config.CLAIM_RETRY_MS);
  }
}

/** Reports whether the owner certainly has not granted the launch: it was unreachable, or refused the request. */
function wasNotSeen(error: unknown): boolean {
  if (!(error instanceof InternalCallError)) return false;
  if (error.status !== undefined) return error.status < 500;
  return error.code !== undefined && UNSEEN_CODES.has(error.code);
}
