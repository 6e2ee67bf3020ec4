import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Queues } from '@portolan/messaging';
import {
  InternalAddress,
  InternalClient,
  ServiceConfig,
  ServiceLogger,
  Transactions,
  type Transaction,
} from '@portolan/service';
import { validate } from '@portolan/validation';
import { LaunchOffer, launchesQueue } from '../protocol/launch-offer';
import type { LaunchFailure } from '../protocol/launch-snapshot';
import { signOffer } from '../protocol/offer-signature';
import { LaunchHandlers, type LaunchChange } from './launch-handlers';
import { LaunchOwnerOptions } from './launch-owner.options';
import { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { LaunchState, isHeld, type LaunchEnd } from './launch-state';

/** What an owner says of a launch; id, owner and addresses are filled in here. */
export type NewLaunch = Omit<LaunchOffer, 'launchId' | 'owner' | 'ownerUrl' | 'signature'>;

/** Use cases of an owner: offer work to nodes, stop it, ask for it. */
@Injectable()
export class Launches {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly transactions: Transactions,
    private readonly queues: Queues,
    private readonly handlers: LaunchHandlers,
    private readonly options: LaunchOwnerOptions,
    private readonly address: InternalAddress,
    private readonly client: InternalClient,
    private readonly logger: ServiceLogger,
    @Inject(ServiceConfig) private readonly config: ServiceConfig,
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
   * Puts committed launches on their queues. Failing is no harm: the sweep sends what is missing.
   *
   * @param requestIds by launch id, when they are not all of the request that is being served
   */
  async send(launches: readonly LaunchEntity[], requestIds?: ReadonlyMap<string, string>): Promise<void> {
    try {
      for (const agentCluster of new Set(launches.map((launch) => launch.agentCluster))) {
        const messages = launches
          .filter((launch) => launch.agentCluster === agentCluster)
          .map((launch) => ({
            // The owner may have moved since the row was written.
            body: signOffer({ ...launch.offer, ownerUrl: this.address.url }, this.config.INTERNAL_TOKEN),
            // Checked before it was stored.
            how: { id: launch.id, requestId: requestIds?.get(launch.id), checked: true },
          }));
        await this.queues.sendAll(launchesQueue(agentCluster), messages);
      }
      await this.repository.markSent(
        launches.map((launch) => launch.id),
        Date.now(),
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'offers could not be sent, the sweep will');
    }
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
    if (change) this.handlers.settled(change);
    if (held) await this.tellNode(held, killGraceMs);
  }

  /** Ends a held launch whose node is gone. Nothing happens when it moved meanwhile. */
  async lose(id: string, message: string): Promise<void> {
    const change = await this.transactions.run(async (transaction) => {
      const launch = await this.repository.lock(id, transaction);
      if (!launch || !isHeld(launch.state)) return undefined;
      return this.end(launch, { cause: 'lost', message }, transaction);
    });
    if (change) this.handlers.settled(change);
  }

  /** Ends a launch that no node has and none could ever take. Nothing happens when it moved meanwhile. */
  async giveUp(id: string, failure: LaunchFailure): Promise<void> {
    const change = await this.transactions.run(async (transaction) => {
      const launch = await this.repository.lock(id, transaction);
      if (launch?.state !== LaunchState.Offered) return undefined;
      return this.end(launch, { cause: 'notStarted', failure }, transaction);
    });
    if (change) this.handlers.settled(change);
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

  private row(launch: NewLaunch, now: number): LaunchEntity {
    const id = randomUUID();
    // Only the fields that nodes know: the signature is over what they see.
    const offer = validate(LaunchOffer, {
      ...launch,
      launchId: id,
      owner: this.options.owner,
      ownerUrl: this.address.url,
    });
    return Object.assign(new LaunchEntity(), {
      id,
      subject: launch.subject,
      kind: launch.kind,
      state: LaunchState.Offered,
      agentCluster: launch.agentCluster,
      offer,
      createdAt: now,
      offeredAt: 0,
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

  private async tellNode(launch: LaunchEntity, killGraceMs: number): Promise<void> {
    try {
      await this.client.json(`${launch.nodeUrl ?? ''}/internal/launches/${launch.id}/stop`, {
        method: 'POST',
        body: { killGraceMs },
        timeoutMs: 2000,
      });
    } catch (error) {
      this.logger.info(
        { err: error, launchId: launch.id },
        'node not reached, its next lease renewal tells it to stop',
      );
    }
  }
}
