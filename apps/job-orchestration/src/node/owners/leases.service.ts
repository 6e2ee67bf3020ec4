import { Injectable } from '@nestjs/common';
import { LaunchKind, StopReason, type LaunchInstruction } from '@portolan/launches';
import { InternalClient, ServiceLogger, Ticker } from '@portolan/service';
import { Subject } from 'rxjs';
import { LaunchStage, type LaunchRecord } from '../launches/launch-record';
import { NodeLaunches } from '../launches/node-launches.service';
import { NodeConfig } from '../node-config';
import { NodeIdentity } from '../node-identity';
import { WorkDirectory } from '../work-directory';
import { OwnerLink } from './owner-link';
import { ReportsService } from './reports.service';

interface Owner {
  link: OwnerLink;
  ticker: Ticker;
  /** The renewal in hand and the one that waits behind it. */
  renewing: Promise<void> | undefined;
}

/** Names of owners that may be part of a path and of a queue's name. */
const OWNER_NAME = /^[\w-]{1,32}$/;

/** Keeps the lease with every owner that this node has heard of, and does what the answers say (design §3.5). */
@Injectable()
export class LeasesService {
  private readonly owners = new Map<string, Owner>();
  /** A renewal was not answered. */
  readonly failures = new Subject<void>();
  private stopped = false;

  constructor(
    private readonly launches: NodeLaunches,
    private readonly reports: ReportsService,
    private readonly identity: NodeIdentity,
    private readonly work: WorkDirectory,
    private readonly config: NodeConfig,
    private readonly client: InternalClient,
    private readonly logger: ServiceLogger,
  ) {}

  /** The owner of an offer; from now on a lease is kept with it. @throws Error for an impossible name */
  meet(owner: string, address: string): OwnerLink {
    const known = this.owners.get(owner);
    if (known) {
      known.link.learn(address);
      return known.link;
    }
    if (!OWNER_NAME.test(owner)) throw new Error(`no name of an owner: ${JSON.stringify(owner)}`);
    const link = new OwnerLink(owner, this.client, this.work.leaseFile(owner), this.config.OWNER_TIMEOUT_MS);
    link.learn(address);
    const ticker = new Ticker({
      get everyMs() {
        return link.pauseMs;
      },
      run: () => this.renew(owner),
      onError: (error) => this.onFailure(owner, error),
    });
    this.owners.set(owner, { link, ticker, renewing: undefined });
    if (!this.stopped) ticker.start();
    return link;
  }

  /** The owner, when it is known. */
  find(owner: string): OwnerLink | undefined {
    return this.owners.get(owner)?.link;
  }

  /** True while an owner that this node has launches of can't be reached: it may be found at another address. */
  get searching(): boolean {
    return this.launches.all().some(({ offer }) => this.find(offer.owner)?.outOfReach);
  }

  /** Renews unless the lease holds: an owner must not give launches to a node whose lease ran out long ago. */
  async ensure(owner: string): Promise<void> {
    if (!this.owners.get(owner)?.link.holds) await this.renew(owner);
  }

  /** Renews now; two callers share one renewal. @throws InternalCallError when the owner does not answer */
  async renew(owner: string): Promise<void> {
    const known = this.owners.get(owner);
    if (!known) return;
    known.renewing ??= this.renewOnce(known.link).finally(() => (known.renewing = undefined));
    await known.renewing;
  }

  /** Renews no more; resolves when the renewals in hand have ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.owners.values()].map(({ ticker }) => ticker.stop()));
  }

  private async renewOnce(link: OwnerLink): Promise<void> {
    const listed = this.launches.all().filter((record) => record.offer.owner === link.owner);
    // What is still being asked for is nothing that the owner can give instructions about.
    const settled = new Map(
      listed
        .filter((record) => record.stage !== LaunchStage.Claiming)
        .map((record) => [record.offer.launchId, record.sequence]),
    );
    const { nodeId, url, host } = this.identity;
    const answer = await link.renew(nodeId, {
      nodeUrl: url,
      host,
      agentCluster: this.config.AGENT_CLUSTER,
      launches: listed.map(({ offer, token }) => ({ launchId: offer.launchId, token })),
    });
    this.launches.setLease(link.owner, answer.leaseMs);
    for (const instruction of answer.launches) {
      const sequence = settled.get(instruction.launchId);
      if (sequence !== undefined) await this.carryOut(instruction, sequence);
    }
  }

  private async carryOut(instruction: LaunchInstruction, sequenceWhenAsked: number): Promise<void> {
    try {
      await this.launches.carryOut(instruction);
      const record = this.launches.find(instruction.launchId);
      if (record) await this.reports.confirm(record, instruction.storedSequence, sequenceWhenAsked);
    } catch (error) {
      this.logger.warn(
        { err: error, launchId: instruction.launchId },
        'instruction could not be carried out',
      );
    }
  }

  private onFailure(owner: string, error: unknown): void {
    this.logger.warn({ err: error, owner }, 'lease could not be renewed');
    this.failures.next();
    const known = this.owners.get(owner);
    if (!known?.link.lost) return;
    const left = this.launches.all().filter((record) => record.offer.owner === owner);
    for (const record of left.filter(isLiveWorker)) {
      void this.launches.stop(record.offer.launchId, StopReason.LeaseLost, this.config.KILL_GRACE_MS);
    }
    if (left.length === 0) {
      // It may be gone for good; its next offer makes it known again.
      this.owners.delete(owner);
      void known.ticker.stop();
    }
  }
}

const isLiveWorker = (record: LaunchRecord): boolean =>
  record.offer.kind === LaunchKind.Worker && record.stage === LaunchStage.Held && !record.stop;
