import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ClaimDecision, isSigned, type ClaimAnswer, type LaunchOffer } from '@portolan/launches';
import { RedeliverLater } from '@portolan/messaging';
import { InternalCallError, ServiceLogger, internalTokens } from '@portolan/service';
import { LaunchStage, type LaunchRecord } from '../launches/launch-record';
import type { Launcher } from '../../kubernetes/launcher';
import { NodeLaunches } from '../launches/node-launches.service';
import { NodeConfig } from '../node-config';
import { NodeIdentity } from '../node-identity';
import { LeasesService } from './leases.service';
import { Unanswered } from './owner-link';

/** The launch needs more slots, memory or ports than are free now. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/** Errors of a connection that was never made: the owner can't have seen the question. */
const UNSEEN_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/**
 * Asks owners for launches (design §3.2). The claim is in the journal before the owner is asked; one that
 * the owner may have granted is asked again, with the same token, until it is answered.
 */
@Injectable()
export class ClaimsService implements Launcher {
  private readonly stopping = new AbortController();
  /** Owners that left a claim unanswered: nothing more is asked of them meanwhile. */
  private readonly silent = new Map<string, number>();

  constructor(
    private readonly launches: NodeLaunches,
    private readonly leases: LeasesService,
    private readonly identity: NodeIdentity,
    private readonly config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {}

  /**
   * Takes a launch if there is room and its owner gives it.
   *
   * @throws RedeliverLater when it should be offered again; {@link NoRoom}
   */
  async claim(offer: LaunchOffer): Promise<void> {
    const { launchId, owner } = offer;
    if (!isSigned(offer, ...internalTokens(this.config))) {
      this.logger.warn(
        { launchId, owner, ownerUrl: offer.ownerUrl },
        'offer dropped: not signed by an owner',
      );
      return;
    }
    if (this.launches.find(launchId)) return;
    // First of all: a silent owner may have moved to the address that this offer names.
    this.leases.meet(owner, offer.ownerUrl);
    if (this.silent.has(owner)) throw this.later();
    if (!this.launches.fits(offer)) throw new NoRoom();
    try {
      await this.leases.ensure(owner);
    } catch (error) {
      this.logger.info({ err: error, owner }, 'owner not reached, its launches wait');
      throw this.later();
    }
    const record = await this.launches.take(offer, randomUUID());
    if (!record) throw new NoRoom();
    await this.settle(record);
  }

  /** Goes on with a claim that an earlier process of this node left unanswered. */
  resume(record: LaunchRecord): void {
    this.leases.meet(record.offer.owner, record.offer.ownerUrl);
    void this.askOn(record);
  }

  /** True while a claim is unanswered: its owner may be found at another address. */
  get unanswered(): boolean {
    return this.silent.size > 0;
  }

  /** Asks no more; what is unanswered stays in the journal. */
  stop(): void {
    this.stopping.abort();
  }

  private async settle(record: LaunchRecord): Promise<void> {
    const { launchId, owner } = record.offer;
    let answer: ClaimAnswer;
    try {
      answer = await this.ask(record);
    } catch (error) {
      if (error instanceof Unanswered && error.errors.every(wasNotSeen)) {
        this.logger.warn({ err: error, launchId, owner }, 'claim could not be asked');
        await this.launches.giveBack(launchId);
        throw this.later();
      }
      void this.askOn(record);
      return;
    }
    await this.follow(record, answer);
    // Not always after the same time: the queue might give it to this node again and again.
    if (answer.decision === ClaimDecision.NotHere)
      throw new RedeliverLater((answer.retryAfterMs ?? this.config.CLAIM_RETRY_MS) * (0.5 + Math.random()));
  }

  private async follow(record: LaunchRecord, answer: ClaimAnswer): Promise<void> {
    const { launchId } = record.offer;
    if (answer.decision === ClaimDecision.Go) this.launches.begin(launchId);
    else await this.launches.giveBack(launchId);
  }

  /** Asks until there is an answer; never rejects. */
  private async askOn(record: LaunchRecord): Promise<void> {
    const { owner, launchId } = record.offer;
    this.count(owner, 1);
    try {
      while (!this.stopping.signal.aborted && record.stage === LaunchStage.Claiming) {
        try {
          await this.follow(record, await this.ask(record));
          return;
        } catch (error) {
          this.logger.warn({ err: error, launchId, owner }, 'claim is not answered yet');
        }
        await delay(this.config.CLAIM_RETRY_MS, undefined, {
          signal: this.stopping.signal,
          ref: false,
        }).catch(() => undefined);
      }
    } finally {
      this.count(owner, -1);
    }
  }

  private ask(record: LaunchRecord): Promise<ClaimAnswer> {
    const { offer, token, ports } = record;
    const free = this.launches.capacity.free;
    const link = this.leases.find(offer.owner) ?? this.leases.meet(offer.owner, offer.ownerUrl);
    return link.claim(offer.launchId, {
      nodeId: this.identity.nodeId,
      token,
      nodeUrl: this.identity.url,
      host: this.identity.host,
      agentCluster: this.config.AGENT_CLUSTER,
      ...(this.config.NODE_ZONE !== undefined && { zone: this.config.NODE_ZONE }),
      freeSlots: free.slots,
      freeMemoryMb: free.memoryMb,
      ports,
    });
  }

  private count(owner: string, change: number): void {
    const now = (this.silent.get(owner) ?? 0) + change;
    if (now > 0) this.silent.set(owner, now);
    else this.silent.delete(owner);
  }

  private later(): RedeliverLater {
    return new RedeliverLater(this.config.CLAIM_RETRY_MS);
  }
}

/** The owner certainly has not given the launch: it was not reached, or refused the question itself. */
function wasNotSeen(error: unknown): boolean {
  if (!(error instanceof InternalCallError)) return false;
  if (error.status !== undefined) return error.status < 500;
  return error.code !== undefined && UNSEEN_CODES.has(error.code);
}
