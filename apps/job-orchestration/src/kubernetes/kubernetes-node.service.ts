import { hostname } from 'node:os';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { launchesQueue } from '@portolan/launches';
import { Queues, RedeliverLater, type Consumer } from '@portolan/messaging';
import { InternalAddress } from '@portolan/service';
import { HeartbeatService } from '../node/heartbeat.service';
import type { NodeHeartbeat } from '../nodes/node-heartbeat';
import { JobKeeper } from './job-keeper.service';
import { JobWatch } from './job-watch.service';
import { KubernetesConfig } from './kubernetes-config';
import { KubernetesLauncher } from './kubernetes-launcher.service';

/** Offers looked at at the same time. */
const CONCURRENCY = 8;
/** What came off the queue while it was being closed goes back for so long, ms. */
const GIVE_BACK_MS = 200;

/** A whole cluster as a node: it takes offers of its agent cluster and shows in the registry of nodes. */
@Injectable()
export class KubernetesNode implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private consumer: Consumer | undefined;
  private cordoned = false;

  constructor(
    private readonly queues: Queues,
    private readonly launcher: KubernetesLauncher,
    private readonly watch: JobWatch,
    private readonly keeper: JobKeeper,
    private readonly heartbeat: HeartbeatService,
    private readonly address: InternalAddress,
    private readonly config: KubernetesConfig,
  ) {}

  /** @throws Error when there is nothing that pods could be made of */
  onModuleInit(): void {
    if (this.config.KUBERNETES_IMAGE === undefined) {
      throw new Error('KUBERNETES_IMAGE is required with LAUNCHER=kubernetes');
    }
  }

  onApplicationBootstrap(): void {
    this.watch.start();
    this.keeper.start();
    this.consumer = this.queues.consume(
      launchesQueue(this.config.AGENT_CLUSTER),
      async ({ body }) => {
        if (this.cordoned) throw new RedeliverLater(GIVE_BACK_MS);
        await this.launcher.claim(body);
      },
      CONCURRENCY,
    );
    this.heartbeat.start(() => this.facts());
  }

  /** Pods run on: they need nobody but their owners. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.consumer?.close();
    await Promise.all([this.heartbeat.stop(), this.keeper.stop(), this.watch.stop()]);
  }

  cordon(): NodeHeartbeat {
    this.cordoned = true;
    this.consumer?.hold();
    this.heartbeat.wake();
    return this.facts();
  }

  uncordon(): NodeHeartbeat {
    this.cordoned = false;
    this.consumer?.resume();
    this.heartbeat.wake();
    return this.facts();
  }

  /** What the registry of nodes is told. */
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
