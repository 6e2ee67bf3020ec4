import { Injectable } from '@nestjs/common';
import {
  ANSWER_LIMIT_MS,
  InternalAddress,
  InternalClient,
  ServiceLogger,
  TRACEPARENT_VARIABLE,
  Tracing,
  Transactions,
  currentRequestId,
  type Transaction,
} from '@portolan/service';
import { validate } from '@portolan/validation';
import { LaunchKind, LaunchOffer } from '../protocol/launch-offer';
import type { LaunchFailure } from '../protocol/launch-snapshot';
import type { GoneCause } from '../protocol/launcher-api';
import { isPlainOffer } from '../protocol/plain-offer';
import { LaunchHandlers, type LaunchChange } from './launch-handlers';
import { launchId } from './launch-id';
import { LaunchMetrics } from './launch-metrics.service';
import { LaunchOwnerOptions } from './launch-owner.options';
import { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { LaunchState, isHeld, type LaunchEnd } from './launch-state';
import { OfferWindows } from './offer-windows.service';
import { OffersGateway } from './offers.gateway';

/** What an owner says of a launch; id, owner and addresses are filled in here. */
export type NewLaunch = Omit<LaunchOffer, 'launchId' | 'owner' | 'ownerUrl' | 'signature'> & {
  /** The request that caused it. @default the one that is being served */
  requestId?: string | undefined;
};

/** Use cases of an owner: offer work to nodes, stop it, ask for it. */
@Injectable()
export class Launches {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly transactions: Transactions,
    private readonly offers: OffersGateway,
    private readonly windows: OfferWindows,
    private readonly handlers: LaunchHandlers,
    private readonly options: LaunchOwnerOptions,
    private readonly address: InternalAddress,
    private readonly client: InternalClient,
    private readonly logger: ServiceLogger,
    private readonly tracing: Tracing,
    private readonly metrics: LaunchMetrics,
  ) {}

  /**
   * Writes a launch in the owner's transaction: from its commit on it will run, whatever happens to
   * Redis or to this process. Call {@link send} after the commit, so that it runs soon.
   *
   * @throws ValidationFailedError when no node could read the offer: better no job than one that never moves.
   */
  async create(launch: NewLaunch, now: number, transaction: Transaction): Promise<LaunchEntity> {
    const row = this.row(launch, now);
    await this.repository.insert([row], transaction);
    return row;
  }

  /** {@link create} for several at once, in their order. */
  async createAll(
    launches: readonly NewLaunch[],
    now: number,
    transaction: Transaction,
  ): Promise<LaunchEntity[]> {
    const rows = launches.map((launch) => this.row(launch, now));
    if (rows.length > 0) await this.repository.insert(rows, transaction);
    return rows;
  }

  /**
   * Puts committed launches on their queues: workers, and batch launches that have a place there; the others
   * have their turn later. Failing is no harm: the sweep sends what is missing.
   */
  async send(launches: readonly LaunchEntity[]): Promise<void> {
    const workers = launches.filter(({ kind }) => kind === LaunchKind.Worker);
    const placed = launches.filter(({ kind, offeredAt }) => kind === LaunchKind.Batch && offeredAt > 0);
    const sent = await this.offers.put([...workers, ...placed]);
    try {
      if (sent) await this.repository.markSent(idsOf(workers), Date.now());
      else await this.repository.markUnsent(idsOf(placed));
      for (const launch of launches) if (!placed.includes(launch)) this.windows.waits(launch);
    } catch (error) {
      this.logger.warn({ err: error }, 'what was sent could not be noted, the sweep looks again');
    }
  }

  /** Puts launches that should be there on their queues once more, in this order. */
  async resend(launches: readonly LaunchEntity[]): Promise<void> {
    if (launches.length > 0 && (await this.offers.put(launches)))
      await this.repository.markSent(idsOf(launches), Date.now());
  }

  /**
   * Ends a launch. One that no node has is over at once (`withdrawn`); otherwise its node is told now if
   * it can be reached, and with its next lease renewal if not; the end comes as a snapshot, or as `lost`.
   *
   * @param killGraceMs between TERM and KILL
   */
  async stop(id: string, killGraceMs: number): Promise<void> {
    const { change, held } = await this.transactions.run(async (transaction) => {
      const launch = await this.repository.lock(id, transaction);
      if (launch?.state === LaunchState.Offered) {
        return { change: await this.end(launch, { cause: 'withdrawn' }, transaction), held: undefined };
      }
      if (!launch || !isHeld(launch.state)) return { change: undefined, held: undefined };
      launch.stopRequestedAt ??= Date.now();
      launch.killGraceMs = killGraceMs;
      await this.repository.save(launch, transaction);
      return { change: undefined, held: launch };
    });
    if (change) this.settle(change);
    if (held) await this.tellNode(held, killGraceMs);
  }

  /**
   * Ends a held launch whose node is gone. Nothing happens when it moved meanwhile.
   *
   * @param place what a launcher has seen of it; undefined when nothing is known but that the node is silent
   */
  async lose(id: string, message: string, place?: GoneCause): Promise<void> {
    const change = await this.transactions.run(async (transaction) => {
      const launch = await this.repository.lock(id, transaction);
      if (!launch || !isHeld(launch.state)) return undefined;
      return this.end(launch, { cause: 'lost', message, ...(place && { place }) }, transaction);
    });
    if (change) {
      this.metrics.note(change, true);
      this.handlers.settled(change);
    }
  }

  /** Ends a launch that no node has and none could ever take. Nothing happens when it moved meanwhile. */
  async giveUp(id: string, failure: LaunchFailure): Promise<void> {
    const change = await this.transactions.run(async (transaction) => {
      const launch = await this.repository.lock(id, transaction);
      if (launch?.state !== LaunchState.Offered) return undefined;
      return this.end(launch, { cause: 'notStarted', failure }, transaction);
    });
    if (change) this.settle(change);
  }

  find(id: string): Promise<LaunchEntity | null> {
    return this.repository.find(id);
  }

  /** Newest launch of a subject. */
  latestOf(subject: string): Promise<LaunchEntity | null> {
    return this.repository.latestOf(subject);
  }

  /** Writes the end of a locked launch and lets the owner write its part. */
  async end(launch: LaunchEntity, end: LaunchEnd, transaction: Transaction): Promise<LaunchChange> {
    launch.state = LaunchState.Ended;
    launch.end = end;
    launch.endedAt = launch.snapshot?.finishedAt ?? Date.now();
    await this.repository.save(launch, transaction);
    const change: LaunchChange = { type: 'ended', launch, end };
    await this.handlers.changed(change, transaction);
    return change;
  }

  /** After the commit of an end that no node had a part in: its offer is of no use, its place is free. */
  private settle(change: LaunchChange): void {
    const { launch } = change;
    if (launch.offeredAt > 0) void this.offers.takeBack(launch.agentCluster, [launch.id]);
    this.windows.left(launch);
    this.metrics.note(change, true);
    this.handlers.settled(change);
  }

  private row({ requestId = currentRequestId(), ...launch }: NewLaunch, now: number): LaunchEntity {
    const id = launchId(now);
    // Only the fields that nodes know: the signature is over what they see.
    const given = {
      ...launch,
      environment: this.traced(launch.environment),
      launchId: id,
      owner: this.options.owner,
      ownerUrl: this.address.url,
    };
    const offer = isPlainOffer(given) ? given : validate(LaunchOffer, given);
    const { kind, agentCluster, user } = launch;
    const placed = kind === LaunchKind.Batch && this.windows.reserve({ kind, agentCluster, user });
    return Object.assign(new LaunchEntity(), {
      id,
      subject: launch.subject,
      kind,
      state: LaunchState.Offered,
      agentCluster,
      offer,
      user,
      memoryMb: launch.limits.memoryMb,
      requestId: requestId ?? null,
      createdAt: now,
      offeredAt: placed ? now : 0,
      claimedAt: null,
      endedAt: null,
      nodeId: null,
      nodeUrl: null,
      host: null,
      token: null,
      sequence: 0,
      snapshot: null,
      end: null,
      stopRequestedAt: null,
      killGraceMs: null,
      missedRenewals: 0,
    } satisfies Record<keyof LaunchEntity, unknown>);
  }

  /** The trace that the launch belongs to travels in its environment: nodes and its process find it there. */
  private traced(environment: LaunchOffer['environment']): LaunchOffer['environment'] {
    const traceparent = this.tracing.current();
    return traceparent === undefined ? environment : { ...environment, [TRACEPARENT_VARIABLE]: traceparent };
  }

  private async tellNode(launch: LaunchEntity, killGraceMs: number): Promise<void> {
    try {
      await this.client.json(`${launch.nodeUrl ?? ''}/internal/launches/${launch.id}/stop`, {
        method: 'POST',
        body: { killGraceMs },
        timeoutMs: ANSWER_LIMIT_MS,
      });
    } catch (error) {
      this.logger.info(
        { err: error, launchId: launch.id },
        'node not reached, its next lease renewal tells it to stop',
      );
    }
  }
}

const idsOf = (launches: readonly LaunchEntity[]): string[] => launches.map(({ id }) => id);
