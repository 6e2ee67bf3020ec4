import { Injectable } from '@nestjs/common';
import { StopReason, isLeaseBound, type LaunchInstruction } from '@portolan/launches';
import { InternalClient, ServiceLogger, Ticker } from '@portolan/service';
import { Subject } from 'rxjs';
import { LaunchStage, type LaunchRecord } from '../launches/launch-record';
import { NodeLaunchesService } from '../launches/node-launches.service';
import { NodeConfig } from '../config/node-config';
import { NodeIdentity } from '../identity/node-identity';
import { WorkDirectory } from '../identity/work-directory';
import { OwnerLink } from './owner-link';
import { ReportsService } from './reports.service';

interface Owner {
  link: OwnerLink;
  ticker: Ticker;
  /** The renewal in progress and the one queued behind it. */
  renewing: Promise<void> | undefined;
}

/** Owner names are used in paths and queue names. */
const OWNER_NAME = /^[\w-]{1,32}$/;

/**
 * Keeps a lease with every owner of offers seen by this node, and carries out the instructions in the answers. Brings
 * the next renewal forward while an owner may have missed the latest report of a launch: the answer contains what the
 * owner has stored. A lost message therefore delays by seconds only, and ended launches are cleared up soon.
 */
@Injectable()
export class LeaseRenewalService {
  private readonly owners = new Map<string, Owner>();
  /** Emits for every unanswered renewal. */
  readonly failures = new Subject<void>();
  private stopped = false;
  private readonly reportChecks: Ticker;
  /** Renewals of the report checks by owner: an owner that does not answer must not delay the others. */
  private readonly asking = new Map<string, Promise<void>>();

  constructor(
    private readonly launches: NodeLaunchesService,
    private readonly reports: ReportsService,
    private readonly identity: NodeIdentity,
    private readonly work: WorkDirectory,
    private readonly config: NodeConfig,
    private readonly client: InternalClient,
    private readonly logger: ServiceLogger,
  ) {
    this.reportChecks = new Ticker({
      everyMs: Math.max(1, config.LAUNCH_REPORT_MS / 2),
      immediately: false,
      run: () => this.checkReports(),
      onError: (error) => logger.info({ err: error }, 'reports could not be checked'),
    });
  }

  start(): void {
    this.reportChecks.start();
  }

  /** Returns the owner of an offer and keeps a lease with it from now on. @throws Error for an invalid name */
  meet(owner: string, address: string): OwnerLink {
    const known = this.owners.get(owner);
    if (known) {
      known.link.learn(address);
      return known.link;
    }
    if (!OWNER_NAME.test(owner)) throw new Error(`not an owner name: ${JSON.stringify(owner)}`);
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

  find(owner: string): OwnerLink | undefined {
    return this.owners.get(owner)?.link;
  }

  /** True while an owner of launches on this node is unreachable: it may have moved to another address. */
  get searching(): boolean {
    return this.launches.all().some(({ offer }) => this.find(offer.owner)?.outOfReach);
  }

  /** Renews the lease unless it holds: an owner must not grant launches to a node whose lease expired long ago. */
  async ensure(owner: string): Promise<void> {
    if (!this.owners.get(owner)?.link.holds) await this.renew(owner);
  }

  /** Renews now; concurrent callers share a renewal. @throws InternalCallError when the owner does not answer */
  async renew(owner: string): Promise<void> {
    const known = this.owners.get(owner);
    if (!known) return;
    known.renewing ??= this.renewOnce(known.link).finally(() => (known.renewing = undefined));
    await known.renewing;
  }

  /** Stops renewing; resolves when the renewals in progress have ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    const tickers = [...this.owners.values()].map(({ ticker }) => ticker);
    await Promise.all([this.reportChecks, ...tickers].map((ticker) => ticker.stop()));
    await Promise.all(this.asking.values());
  }

  private checkReports(): Promise<void> {
    for (const record of this.launches.all()) {
      const { owner } = record.offer;
      const due = this.reports.isOpen(record) && this.reports.ageOf(record) >= this.config.LAUNCH_REPORT_MS;
      if (due && !this.asking.has(owner)) this.asking.set(owner, this.askForStored(owner));
    }
    return Promise.resolve();
  }

  /** Never rejects. */
  private async askForStored(owner: string): Promise<void> {
    try {
      await this.renew(owner);
    } catch (error) {
      this.logger.info({ err: error, owner }, 'owner could not be asked which reports it has stored');
    } finally {
      this.asking.delete(owner);
    }
  }

  private async renewOnce(link: OwnerLink): Promise<void> {
    const listed = this.launches.all().filter((record) => record.offer.owner === link.owner);
    // Launches with an unanswered claim are left out: the owner cannot have instructions for them.
    const settled = listed.filter(({ stage }) => stage !== LaunchStage.Claiming);
    const sequences = new Map(settled.map(({ offer, sequence }) => [offer.launchId, sequence]));
    const { nodeId, url, host } = this.identity;
    const answer = await link.renew(nodeId, {
      nodeUrl: url,
      host,
      agentCluster: this.config.AGENT_CLUSTER,
      launches: listed.map(({ offer, token }) => ({ launchId: offer.launchId, token })),
    });
    this.launches.leases.set(link.owner, answer.leaseMs);
    for (const instruction of answer.launches) {
      const sequence = sequences.get(instruction.launchId);
      if (sequence !== undefined) await this.carryOut(instruction, sequence);
    }
  }

  private async carryOut(instruction: LaunchInstruction, sequenceWhenAsked: number): Promise<void> {
    try {
      await this.launches.carryOut(instruction);
      const record = this.launches.find(instruction.launchId);
      if (record) await this.reports.confirm(record, instruction.storedSequence, sequenceWhenAsked);
    } catch (error) {
      const { launchId } = instruction;
      this.logger.warn({ err: error, launchId }, 'instruction could not be carried out');
    }
  }

  private onFailure(owner: string, error: unknown): void {
    this.logger.warn({ err: error, owner }, 'lease could not be renewed');
    this.failures.next();
    const known = this.owners.get(owner);
    if (!known?.link.lost) return;
    const left = this.launches.all().filter((record) => record.offer.owner === owner);
    for (const { offer } of left.filter(endsNow))
      void this.launches.stop(offer.launchId, StopReason.LeaseLost, this.config.KILL_GRACE_MS);
    if (left.length === 0) {
      // The owner may be gone for good; its next offer registers it again.
      this.owners.delete(owner);
      void known.ticker.stop();
    }
  }
}

const endsNow = (record: LaunchRecord): boolean =>
  isLeaseBound(record.offer) && record.stage === LaunchStage.Held && !record.stop;
