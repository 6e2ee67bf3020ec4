import type { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { LaunchKind, LaunchPhase, StopReason, type StopRequest } from '@portolan/launches';
import { ErrorKind, ServiceError } from '@portolan/service';
import { ArchiveService } from './archive/archive.service';
import { HeartbeatService } from './heartbeat.service';
import { LaunchStage, snapshotOf, type LaunchRecord } from './launches/launch-record';
import { NodeLaunches } from './launches/node-launches.service';
import { LimitsService } from './limits/limits.service';
import { NodeConfig } from './node-config';
import type { NodeState } from './node.dto';
import { NodeIdentity } from './node-identity';
import { ClaimsService } from './owners/claims.service';
import { LeasesService } from './owners/leases.service';
import { OffersService } from './owners/offers.service';
import { ReportRetry } from './owners/report-retry.service';
import { RetentionService } from './retention.service';
import { WorkDirectory } from './work-directory';

/** Mark of a node that takes no launches. */
const CORDONED = 'cordoned';
/** Between two looks at whether launches have ended, ms. */
const LOOK_MS = 50;

/** The node as a whole: it opens, takes back its launches, and closes; `stop`, `restart` and `drain` (design §3.6). */
@Injectable()
export class NodeService implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private opening: Promise<void> | undefined;
  private closing = false;

  constructor(
    private readonly config: NodeConfig,
    private readonly work: WorkDirectory,
    private readonly identity: NodeIdentity,
    private readonly launches: NodeLaunches,
    private readonly leases: LeasesService,
    private readonly claims: ClaimsService,
    private readonly offers: OffersService,
    private readonly retry: ReportRetry,
    private readonly archives: ArchiveService,
    private readonly heartbeat: HeartbeatService,
    private readonly retention: RetentionService,
    private readonly limits: LimitsService,
    private readonly http: HttpAdapterHost,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.work.open();
    await this.identity.load();
  }

  /** Everything that tells others our address waits until there is one. */
  onApplicationBootstrap(): void {
    const server = this.http.httpAdapter.getHttpServer() as Server;
    const open = (): void => {
      if (!this.closing) this.opening = this.open();
    };
    if (server.listening) open();
    else server.once('listening', open);
  }

  /** The verb `restart`, and every SIGTERM: launches run on, the next process of this node takes them over. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    // Whatever opens after it was closed stays for ever: the helper that starts processes, timers, consumers of queues.
    await this.opening?.catch(() => undefined);
    this.claims.stop();
    this.archives.stop();
    await Promise.all([this.heartbeat.stop(), this.retention.stop(), this.limits.stop()]);
    await this.offers.close();
    await Promise.all([this.retry.stop(), this.leases.stop()]);
    this.launches.detachAll();
    await this.work.close();
  }

  /** Takes no more launches and ends those that it has. @returns what is left when time runs out */
  async stop(): Promise<NodeState> {
    const deadline = performance.now() + this.config.NODE_STOP_LIMIT_MS;
    await this.offers.close();
    do {
      // Again and again: a claim that was still unanswered may have been granted meanwhile.
      for (const { offer, stop } of this.launches.all()) {
        if (stop) continue;
        const graceMs = Math.min(offer.limits.killGraceMs, this.config.NODE_STOP_LIMIT_MS / 2);
        await this.launches.stop(offer.launchId, StopReason.Node, graceMs, this.drained);
      }
      await delay(LOOK_MS);
    } while (this.launches.all().length > 0 && performance.now() < deadline);
    return this.state();
  }

  /** Takes no more launches; waits for those that it has. @returns what is left when time runs out */
  async drain(): Promise<NodeState> {
    const deadline = performance.now() + this.config.NODE_STOP_LIMIT_MS;
    await this.offers.close();
    while (this.launches.all().length > 0 && performance.now() < deadline) await delay(LOOK_MS);
    return this.state();
  }

  /** Takes no more launches and leaves those that it has running, so that the process can be replaced. */
  async restart(): Promise<NodeState> {
    await this.offers.close();
    return this.state();
  }

  /** Takes no more launches until {@link uncordon}, also after a restart. */
  async cordon(): Promise<NodeState> {
    await this.work.mark(CORDONED, true);
    this.offers.cordon();
    this.heartbeat.wake();
    return this.state();
  }

  async uncordon(): Promise<NodeState> {
    await this.work.mark(CORDONED, false);
    this.offers.uncordon();
    this.heartbeat.wake();
    return this.state();
  }

  /** Ends what can go on elsewhere: streaming workers. Their owner replaces them. */
  async evict(): Promise<NodeState> {
    for (const { offer, stop } of this.launches.all()) {
      if (offer.kind !== LaunchKind.Worker || stop) continue;
      await this.launches.stop(offer.launchId, StopReason.Node, offer.limits.killGraceMs, this.drained);
    }
    return this.state();
  }

  /**
   * An owner of launches that are here tells where it is now; the lease is renewed there at once.
   *
   * @throws ServiceError not found; unavailable when the owner does not answer there either
   */
  async meetOwner(owner: string, address: string): Promise<void> {
    if (!this.leases.find(owner)) throw new ServiceError(ErrorKind.NotFound, `nothing of ${owner} is here`);
    this.leases.meet(owner, address);
    await this.leases.renew(owner).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ServiceError(ErrorKind.Unavailable, `${owner} was told of, but can't be reached: ${reason}`);
    });
  }

  /** Ends one launch for its owner, or because its node ends for the reason `nodeEnds`. @throws ServiceError not found */
  async stopLaunch(launchId: string, { killGraceMs, nodeEnds }: StopRequest): Promise<void> {
    const reason = nodeEnds === undefined ? StopReason.Owner : StopReason.Node;
    if (!(await this.launches.stop(launchId, reason, killGraceMs, nodeEnds)))
      throw new ServiceError(ErrorKind.NotFound, `no launch ${launchId} on this node`);
  }

  private get drained(): string {
    return `node ${this.identity.nodeId} was drained`;
  }

  /** What the node is and has. */
  state(): NodeState {
    const { identity } = this;
    const { nodeId, url, host } = identity;
    const { capacity } = this.launches;
    return {
      nodeId,
      nodeUrl: url,
      host,
      agentCluster: this.config.AGENT_CLUSTER,
      accepting: this.offers.open,
      slots: capacity.total.slots,
      freeSlots: capacity.free.slots,
      memoryMb: capacity.total.memoryMb,
      freeMemoryMb: capacity.free.memoryMb,
      launches: this.launches.all().map((record) => ({
        launchId: record.offer.launchId,
        owner: record.offer.owner,
        subject: record.offer.subject,
        phase: phaseOf(record, identity),
        ...(record.process && { processId: record.process.childPid }),
      })),
    };
  }

  private async open(): Promise<void> {
    for (const record of await this.launches.recover()) {
      this.leases.meet(record.offer.owner, record.offer.ownerUrl);
      if (record.stage === LaunchStage.Claiming) this.claims.resume(record);
      this.archives.look(record);
    }
    if (await this.work.isMarked(CORDONED)) this.offers.cordon();
    this.retry.start();
    this.offers.start();
    this.retention.start();
    this.limits.start();
    this.heartbeat.start(() => {
      const { launches, ...facts } = this.state();
      return { ...facts, launches: launches.length };
    });
  }
}

const phaseOf = (record: LaunchRecord, identity: NodeIdentity): LaunchPhase | 'claiming' =>
  record.stage === LaunchStage.Claiming ? 'claiming' : snapshotOf(record, identity).phase;
