import { Injectable } from '@nestjs/common';
import {
  ANSWER_LIMIT_MS,
  InternalClient,
  notFound,
  ServiceLogger,
  Transactions,
  type Transaction,
} from '@portolan/service';
import type { LaunchOffer } from '../protocol/launch-offer';
import type { LaunchFailure } from '../protocol/launch-snapshot';
import {
  isHeld,
  LaunchState,
  moveLaunch,
  STOP_EFFECT,
  type GoneCause,
  type LaunchEnd,
} from '../protocol/launch-state';
import type { GoneReport, LaunchStatesAnswer } from '../protocol/owner-api';
import { LaunchHandlers, type LaunchChange } from './launch-handlers';
import { LaunchMetricsService } from './launch-metrics.service';
import type { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { OfferWindowsService } from './offer-windows.service';
import { OffersGateway } from './offers.gateway';

/** Use cases of an owner for existing launches: stop, end and find them. */
@Injectable()
export class LaunchesService {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly transactions: Transactions,
    private readonly offers: OffersGateway,
    private readonly windows: OfferWindowsService,
    private readonly handlers: LaunchHandlers,
    private readonly client: InternalClient,
    private readonly logger: ServiceLogger,
    private readonly metrics: LaunchMetricsService,
  ) {}

  /**
   * Stops a launch. An unclaimed one ends at once (`withdrawn`); otherwise the request is stored, and its node is notified if
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
        await this.handlers.concluded([change], transaction);
        return async () => this.settle(change);
      }
      launch.stopRequestedAt ??= Date.now();
      launch.killGraceMs = killGraceMs;
      await this.repository.save(launch, transaction);
      // In the background: an unreachable node must not hold up the stops of other launches.
      return async () => void this.notifyNode(launch, killGraceMs);
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

  /** Returns the offer of an unfinished launch, as it would be on the queue. @throws ServiceError (notFound) */
  async offer(id: string): Promise<LaunchOffer> {
    const launch = await this.repository.find(id);
    if (!launch || launch.state === LaunchState.Ended) throw notFound(`no unfinished launch ${id}`);
    return this.offers.signed(launch);
  }

  /** Returns the states of launches, for launchers that create a place (a pod) for each launch instead of running it themselves. */
  async states(ids: readonly string[]): Promise<LaunchStatesAnswer> {
    const launches = (await this.repository.findAll(ids)).map(({ id: launchId, state, nodeId }) =>
      nodeId === null ? { launchId, state } : { launchId, state, nodeId },
    );
    return { launches };
  }

  /** Ends the launch of a lost place as lost; an unclaimed launch waits for another place, unless a retry is pointless. */
  async gone(id: string, { nodeId, message, cause, giveUp }: GoneReport): Promise<void> {
    const launch = await this.repository.find(id);
    if (!launch) return;
    if (isHeld(launch.state) && launch.nodeId === nodeId) await this.lose(id, message, cause);
    else if (giveUp) await this.giveUp(id, { code: 'startFailed', message, permanent: true });
  }

  /** Stores the end of a locked launch and lets the owner store its part. The caller calls `concluded`. */
  private async end(launch: LaunchEntity, end: LaunchEnd, transaction: Transaction): Promise<LaunchChange> {
    const change = endLaunch(launch, end);
    await this.repository.save(launch, transaction);
    await this.handlers.changed([change], transaction);
    return change;
  }

  private endIf(
    id: string,
    applies: (state: LaunchState) => boolean,
    end: LaunchEnd,
  ): Promise<LaunchChange | undefined> {
    return this.transactions.run(async (transaction) => {
      const launch = await this.repository.lock(id, transaction);
      if (!launch || !applies(launch.state)) return undefined;
      const change = await this.end(launch, end, transaction);
      await this.handlers.concluded([change], transaction);
      return change;
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

  private async notifyNode(launch: LaunchEntity, killGraceMs: number): Promise<void> {
    const call = { method: 'POST', body: { killGraceMs }, timeoutMs: ANSWER_LIMIT_MS } as const;
    try {
      await this.client.json(`${launch.nodeUrl ?? ''}/internal/launches/${launch.id}/stop`, call);
    } catch (error) {
      const about = { err: error, launchId: launch.id };
      this.logger.info(about, 'node unreachable; the response to its next lease renewal stops the launch');
    }
  }
}

/** Ends a locked launch that is to be saved. @throws Error when it has ended already */
export function endLaunch(launch: LaunchEntity, end: LaunchEnd): LaunchChange {
  if (!moveLaunch(launch, LaunchState.Ended)) throw new Error(`launch ${launch.id} has ended already`);
  launch.end = end;
  launch.endedAt = launch.snapshot?.finishedAt ?? Date.now();
  return { type: 'ended', launch, end };
}
