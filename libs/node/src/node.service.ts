import type { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { LaunchKind, StopReason, type StopRequest } from '@portolan/launches';
import { ErrorKind, ServiceError, messageOf } from '@portolan/service';
import { ArchiveService } from './archive/archive.service';
import { HeartbeatService } from './heartbeat.service';
import { LaunchStage, snapshotOf } from './launches/launch-record';
import { NodeLaunchesService } from './launches/node-launches.service';
import { RunningLimitsService } from './launches/running-limits.service';
import { NodeConfig } from './config/node-config';
import type { NodeState } from './node.dto';
import { NodeIdentity } from './identity/node-identity';
import { OfferClaimsService } from './owners/offer-claims.service';
import { LeaseRenewalService } from './owners/lease-renewal.service';
import { OffersService } from './owners/offers.service';
import { DirectoryRetentionService } from './directory-retention.service';
import { WorkDirectory } from './identity/work-directory';

const LOOK_MS = 50;

/** The lifecycle of the node: recovery, shutdown, and the verbs `stop`, `restart`, `drain`, `cordon` and `evict`. */
@Injectable()
export class NodeService implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private opening: Promise<void> | undefined;
  private closing = false;

  constructor(
    private readonly config: NodeConfig,
    private readonly work: WorkDirectory,
    private readonly identity: NodeIdentity,
    private readonly launches: NodeLaunchesService,
    private readonly leases: LeaseRenewalService,
    private readonly claims: OfferClaimsService,
    private readonly offers: OffersService,
    private readonly archives: ArchiveService,
    private readonly heartbeat: HeartbeatService,
    private readonly retention: DirectoryRetentionService,
    private readonly limits: RunningLimitsService,
    private readonly http: HttpAdapterHost,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.work.open();
    await this.identity.load();
  }

  /** Everything that publishes the node's address waits until the server listens. */
  onApplicationBootstrap(): void {
    const server = this.http.httpAdapter.getHttpServer() as Server;
    const open = (): void => {
      if (!this.closing) this.opening = this.open();
    };
    if (server.listening) open();
    else server.once('listening', open);
  }

  /** The verb `restart`, and every SIGTERM: launches continue, and the next process of this node takes them over. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    // A resource that opens after the shutdown would stay open for ever: spawner, timers, queue consumers.
    await this.opening?.catch(() => undefined);
    this.claims.stop();
    this.archives.stop();
    await Promise.all([this.heartbeat.stop(), this.retention.stop(), this.limits.stop()]);
    await this.offers.close();
    await this.leases.stop();
    this.launches.detachAll();
    await this.work.close();
  }

  /**
   * Takes no more launches, moves streaming workers away and waits for the others, at most `NODE_STOP_LIMIT_MS`; a caller
   * repeats the request with the rest of the grace while launches are left.
   *
   * @param graceMs launches that run longer are stopped, and their owner gets the reason, which would be lost if the container
   *   were killed
   */
  async drain(graceMs = Infinity): Promise<NodeState> {
    const { NODE_STOP_LIMIT_MS: limitMs } = this.config;
    const since = performance.now();
    await this.offers.close();
    do {
      // Repeated, because a claim that was unanswered may have been granted in the meantime.
      if (performance.now() - since < graceMs) await this.evict();
      else await this.stopAll(limitMs / 2);
      await delay(LOOK_MS);
    } while (this.launches.all().length > 0 && performance.now() - since < limitMs);
    return this.state();
  }

  /** Stops taking launches and leaves the running ones alone, so that the process can be replaced. */
  async restart(): Promise<NodeState> {
    await this.offers.close();
    return this.state();
  }

  /** Takes no more launches while cordoned, even after a restart. */
  async cordon(cordoned: boolean): Promise<NodeState> {
    await this.work.setCordoned(cordoned);
    if (cordoned) this.offers.cordon();
    else this.offers.uncordon();
    this.heartbeat.wake();
    return this.state();
  }

  /** Ends the launches that can continue elsewhere: streaming workers. Their owner replaces them. */
  async evict(): Promise<NodeState> {
    await this.stopAll(Infinity, LaunchKind.Worker);
    return this.state();
  }

  /** Records the new address of an owner and renews the lease there. @throws ServiceError not found; unavailable */
  async meetOwner(owner: string, address: string): Promise<void> {
    if (!this.leases.find(owner))
      throw new ServiceError(ErrorKind.NotFound, `this node has no launches of ${owner}`);
    this.leases.meet(owner, address);
    await this.leases.renew(owner).catch((error: unknown) => {
      const reason = messageOf(error);
      throw new ServiceError(ErrorKind.Unavailable, `the new address of ${owner} does not answer: ${reason}`);
    });
  }

  /** Ends one launch for its owner, or because of the node when `nodeEnds`. @throws ServiceError not found */
  async stopLaunch(launchId: string, { killGraceMs, nodeEnds }: StopRequest): Promise<void> {
    const reason = nodeEnds === undefined ? StopReason.Owner : StopReason.Node;
    if (!(await this.launches.stop(launchId, reason, killGraceMs, nodeEnds)))
      throw new ServiceError(ErrorKind.NotFound, `no launch ${launchId} on this node`);
  }

  /** @param maxGraceMs upper limit between TERM and KILL @param kind undefined: all */
  private async stopAll(maxGraceMs: number, kind?: LaunchKind): Promise<void> {
    const detail = `node ${this.identity.nodeId} was drained`;
    for (const { offer, stop } of this.launches.all()) {
      if (stop || (kind && offer.kind !== kind)) continue;
      const graceMs = Math.min(offer.limits.killGraceMs, maxGraceMs);
      await this.launches.stop(offer.launchId, StopReason.Node, graceMs, detail);
    }
  }

  state(): NodeState {
    const { identity, config } = this;
    const { nodeId, url: nodeUrl, host } = identity;
    const { total, free } = this.launches.capacity;
    return {
      nodeId,
      nodeUrl,
      host,
      agentCluster: config.AGENT_CLUSTER,
      accepting: this.offers.open,
      slots: total.slots,
      freeSlots: free.slots,
      memoryMb: total.memoryMb,
      freeMemoryMb: free.memoryMb,
      launches: this.launches.all().map((record) => ({
        launchId: record.offer.launchId,
        owner: record.offer.owner,
        subject: record.offer.subject,
        phase: record.stage === LaunchStage.Claiming ? 'claiming' : snapshotOf(record, identity).phase,
        ...(record.process && { processId: record.process.childPid }),
      })),
    };
  }

  private async open(): Promise<void> {
    for (const record of await this.launches.recover()) {
      this.leases.meet(record.offer.owner, record.offer.ownerUrl);
      if (record.stage === LaunchStage.Claiming) this.claims.resume(record);
      this.archives.archiveIfDue(record);
    }
    if (await this.work.isCordoned()) this.offers.cordon();
    this.leases.start();
    this.offers.start();
    this.retention.start();
    this.limits.start();
    this.heartbeat.start(() => {
      const { launches, ...facts } = this.state();
      return { ...facts, launches: launches.length };
    });
  }
}
