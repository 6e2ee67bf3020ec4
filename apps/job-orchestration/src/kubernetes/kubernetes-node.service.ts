import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { launchesQueue, type LaunchOffer } from '@portolan/launches';
import { QueueHandlers, RedeliverLater, type QueueConsumer } from '@portolan/messaging';
import { HeartbeatService, type NodeHeartbeat } from '@portolan/node';
import { InternalAddress } from '@portolan/service';
import { KubernetesConfig } from '../config/kubernetes-config';
import { JobReconcilerService } from './job-reconciler.service';
import { JobWatchService } from './job-watch.service';
import { KubernetesLauncherService } from './kubernetes-launcher.service';

/** Offers processed concurrently. */
const CONCURRENCY = 8;
/** Time limit for returning offers that left the queue during shutdown, ms. */
const GIVE_BACK_MS = 200;

/** Represents a whole cluster as a node: it takes offers of its agent cluster and appears in the registry of nodes. */
@Injectable()
export class KubernetesNodeService
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly consumer: QueueConsumer<LaunchOffer>;
  private cordoned = false;

  constructor(
    private readonly launcher: KubernetesLauncherService,
    private readonly watch: JobWatchService,
    private readonly keeper: JobReconcilerService,
    private readonly heartbeat: HeartbeatService,
    private readonly address: InternalAddress,
    private readonly config: KubernetesConfig,
    handlers: QueueHandlers,
  ) {
    this.consumer = handlers.handle(
      launchesQueue(config.AGENT_CLUSTER),
      async ({ body }) => {
        if (this.cordoned) throw new RedeliverLater(GIVE_BACK_MS);
        await this.launcher.claim(body);
      },
      { concurrency: CONCURRENCY, manualStart: true },
    );
  }

  /** @throws Error when the image of the pods is not set */
  onModuleInit(): void {
    if (this.config.KUBERNETES_IMAGE === undefined) {
      throw new Error('KUBERNETES_IMAGE is required with LAUNCHER=kubernetes');
    }
  }

  onApplicationBootstrap(): void {
    this.watch.start();
    this.keeper.start();
    this.consumer.start();
    this.heartbeat.start(() => this.facts());
  }

  /** Pods keep running: they depend on their owners only. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.consumer.close();
    await Promise.all([this.heartbeat.stop(), this.keeper.stop(), this.watch.stop()]);
  }

  cordon(cordoned: boolean): NodeHeartbeat {
    this.cordoned = cordoned;
    if (cordoned) this.consumer.hold();
    else this.consumer.resume();
    this.heartbeat.wake();
    return this.facts();
  }

  /** Returns the heartbeat for the registry of nodes. */
  facts(): NodeHeartbeat {
    const slots = this.config.KUBERNETES_JOBS_LIMIT;
    const { live } = this.watch;
    return {
      nodeId: this.config.NODE_ID ?? `kubernetes-${hostname()}`.replace(/[^\w.-]/g, '-').slice(0, 64),
      nodeUrl: this.address.url,
      host: `kubernetes:${this.config.KUBERNETES_NAMESPACE}`,
      agentCluster: this.config.AGENT_CLUSTER,
      slots,
      freeSlots: Math.max(0, slots - live),
      memoryMb: this.config.NODE_MEMORY_MB,
      freeMemoryMb: this.config.NODE_MEMORY_MB,
      accepting: !this.cordoned,
      launches: live,
    };
  }
}
