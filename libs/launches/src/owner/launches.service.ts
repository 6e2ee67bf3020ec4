import { Injectable } from '@nestjs/common';
import {
  ANSWER_LIMIT_MS,
  InternalClient,
  ServiceLogger,
  Transactions,
  type Transaction,
} from '@portolan/service';
import type { LaunchFailure } from '../protocol/launch-snapshot';
import { LaunchState, STOP_EFFECT, isHeld, moveLaunch } from '../protocol/launch-state';
import type { GoneCause, LaunchEnd } from '../protocol/launch-state';
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
