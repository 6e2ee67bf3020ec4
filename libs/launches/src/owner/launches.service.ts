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
import { LaunchState, STOP_EFFECT, isHeld, moveLaunch } from '../protocol/launch-state';
import type { GoneCause, LaunchEnd } from '../protocol/launch-state';
import { LaunchHandlers, LaunchOwnerOptions, type LaunchChange } from './launch-handlers';
import { launchId } from './launch-id';
import { LaunchMetricsService } from './launch-metrics.service';
import { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { OfferWindowsService } from './offer-windows.service';
import { OffersGateway } from './offers.gateway';

/** A launch as its owner describes it; id, owner and addresses are added here. */
export type NewLaunch = Omit<LaunchOffer, 'launchId' | 'owner' | 'ownerUrl' | 'signature'> & {
  /** Id of the request that created the launch. @default the current request */
  requestId?: string | undefined;
};

/** Use cases of an owner: offer work to nodes, stop it, query it. */
@Injectable()
export class LaunchesService {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly transactions: Transactions,
    private readonly offers: OffersGateway,
    private readonly windows: OfferWindowsService,
    private readonly handlers: LaunchHandlers,
    private readonly options: LaunchOwnerOptions,
    private readonly address: InternalAddress,
    private readonly client: InternalClient,
    private readonly logger: ServiceLogger,
    private readonly tracing: Tracing,
    private readonly metrics: LaunchMetricsService,
  ) {}

  /**
   * Stores launches, in their order, in the owner's transaction: after the commit they will run, whatever happens to
   * Redis or to this process. Call {@link send} after the commit, so that they run soon.
   *
   * @throws ValidationFailedError for an offer that no node could read: a refused job is better than a stuck one
   */
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
   * Puts committed launches on their queues: workers, and batch launches within the window; the others
   * wait for their turn. A failure is harmless: the sweep sends missing offers.
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
      this.logger.warn({ err: error }, 'sent offers could not be recorded; the sweep checks them again');
    }
  }

  /** Puts launches on their queues again, in this order. */
  async resend(launches: readonly LaunchEntity[]): Promise<void> {
    if (launches.length > 0 && (await this.offers.put(launches)))
      await this.repository.markSent(idsOf(launches), Date.now());
  }

  /**
   * Stops a launch. An unclaimed one ends at once (`withdrawn`); otherwise its node is notified now if
   * reachable, else with its next lease renewal; the end arrives as a snapshot, or as `lost`.
   *
   * @param killGraceMs time between TERM and KILL
   */
  async stop(id: string, killGraceMs: number): Promise<void> {
    const after = await this.transactions.run(async (transaction) => {
      const launch = await this.repository.lock(id, transaction);
      if (!launch || STOP_EFFECT[launch.state] === 'none') return undefined;
      if (STOP_EFFECT[launch.state] === 'withdraw') {
        const change = await this.end(launch, { cause: 'withdrawn' }, transaction);
        return async () => this.settle(change);
      }
      launch.stopRequestedAt ??= Date.now();
      launch.killGraceMs = killGraceMs;
      await this.repository.save(launch, transaction);
      return () => this.tellNode(launch, killGraceMs);
    });
    await after?.();
  }

  /**
   * Ends a held launch whose node is lost. Does nothing when the launch changed meanwhile.
   *
   * @param place the cause that a launcher observed; undefined when only the node's silence is known
   */
  async lose(id: string, message: string, place?: GoneCause): Promise<void> {
    const end: LaunchEnd = { cause: 'lost', message, ...(place && { place }) };
    const change = await this.endIf(id, isHeld, end);
    if (!change) return;
    this.metrics.note(change, true);
    this.handlers.settled(change);
  }

  /** Ends an unclaimed launch that no node could ever run. Does nothing when the launch changed meanwhile. */
  async giveUp(id: string, failure: LaunchFailure): Promise<void> {
    const isWaiting = (state: LaunchState): boolean => state === LaunchState.Offered;
    const change = await this.endIf(id, isWaiting, { cause: 'notStarted', failure });
    if (change) this.settle(change);
  }

  find(id: string): Promise<LaunchEntity | null> {
    return this.repository.find(id);
  }

  /** Stores the end of a locked launch and lets the owner store its part. */
  async end(launch: LaunchEntity, end: LaunchEnd, transaction: Transaction): Promise<LaunchChange> {
    if (!moveLaunch(launch, LaunchState.Ended)) throw new Error(`launch ${launch.id} has ended already`);
    launch.end = end;
    launch.endedAt = launch.snapshot?.finishedAt ?? Date.now();
    await this.repository.save(launch, transaction);
    const change: LaunchChange = { type: 'ended', launch, end };
    await this.handlers.changed(change, transaction);
    return change;
  }

  private endIf(
    id: string,
    applies: (state: LaunchState) => boolean,
    end: LaunchEnd,
  ): Promise<LaunchChange | undefined> {
    return this.transactions.run(async (transaction) => {
      const launch = await this.repository.lock(id, transaction);
      return launch && applies(launch.state) ? this.end(launch, end, transaction) : undefined;
    });
  }

  /** Called after the commit of an end without a node: removes the offer and frees its place on the queue. */
  private settle(change: LaunchChange): void {
    const { launch } = change;
    if (launch.offeredAt > 0) void this.offers.withdraw(launch);
    this.windows.left(launch);
    this.metrics.note(change, true);
    this.handlers.settled(change);
  }

  private row({ requestId = currentRequestId(), ...launch }: NewLaunch, now: number): LaunchEntity {
    const id = launchId(now);
    // Only the fields that nodes know, because they verify the signature over these.
    const offer = validate(LaunchOffer, {
      ...launch,
      environment: this.traced(launch.environment),
      launchId: id,
      owner: this.options.owner,
      ownerUrl: this.address.url,
    });
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

  /** The trace context of the launch travels in its environment, where nodes and its process find it. */
  private traced(environment: LaunchOffer['environment']): LaunchOffer['environment'] {
    const traceparent = this.tracing.current();
    return traceparent === undefined ? environment : { ...environment, [TRACEPARENT_VARIABLE]: traceparent };
  }

  private async tellNode(launch: LaunchEntity, killGraceMs: number): Promise<void> {
    const call = { method: 'POST', body: { killGraceMs }, timeoutMs: ANSWER_LIMIT_MS } as const;
    try {
      await this.client.json(`${launch.nodeUrl ?? ''}/internal/launches/${launch.id}/stop`, call);
    } catch (error) {
      const about = { err: error, launchId: launch.id };
      this.logger.info(about, 'node not reached; the response to its next lease renewal stops the launch');
    }
  }
}

const idsOf = (launches: readonly LaunchEntity[]): string[] => launches.map(({ id }) => id);
