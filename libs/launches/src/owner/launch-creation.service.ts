import { Injectable } from '@nestjs/common';
import {
  InternalAddress,
  ServiceLogger,
  TRACEPARENT_VARIABLE,
  Tracing,
  currentRequestId,
  type Transaction,
} from '@portolan/service';
import { validate } from '@portolan/validation';
import { LaunchKind, LaunchOffer } from '../protocol/launch-offer';
import { LaunchState } from '../protocol/launch-state';
import { LaunchOwnerOptions } from './launch-handlers';
import { launchId } from './launch-id';
import { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { OfferWindowsService } from './offer-windows.service';
import { QueuePositionReadModel } from './queue-position.read-model';
import { OffersGateway } from './offers.gateway';

/** A launch as its owner describes it; id, owner and addresses are added here. */
export type NewLaunch = Omit<LaunchOffer, 'launchId' | 'owner' | 'ownerUrl' | 'signature'> & {
  /** Id of the request that created the launch. @default the current request */
  requestId?: string | undefined;
  /** Orders the waiting launches of one user: greater ones go first. Nodes do not know it. @default 0 */
  priority?: number | undefined;
};

/** Creates launches and puts their offers on the queues. Knows no handlers, so that these may create launches, too. */
@Injectable()
export class LaunchCreationService {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly offers: OffersGateway,
    private readonly windows: OfferWindowsService,
    private readonly places: QueuePositionReadModel,
    private readonly options: LaunchOwnerOptions,
    private readonly address: InternalAddress,
    private readonly logger: ServiceLogger,
    private readonly tracing: Tracing,
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
    for (const launch of launches) this.places.created(launch);
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

  private row(
    { requestId = currentRequestId(), priority = 0, ...launch }: NewLaunch,
    now: number,
  ): LaunchEntity {
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
    const turnRank = 0 - priority;
    const placed =
      kind === LaunchKind.Batch && this.windows.reserve({ id, kind, agentCluster, user, turnRank });
    return Object.assign(new LaunchEntity(), {
      id,
      subject: launch.subject,
      kind,
      state: LaunchState.Offered,
      agentCluster,
      offer,
      user,
      memoryMb: launch.limits.memoryMb,
      turnRank,
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
}

const idsOf = (launches: readonly LaunchEntity[]): string[] => launches.map(({ id }) => id);
