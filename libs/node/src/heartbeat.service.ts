import { Injectable } from '@nestjs/common';
import { Queues, defineQueue } from '@portolan/messaging';
import { ServiceLogger, Ticker } from '@portolan/service';
import { Flag, Numeric, Text } from '@portolan/validation';
import { NodeConfig } from './config/node-config';

/** The report of a node to the registry of nodes, repeated while the node runs. */
export class NodeHeartbeat {
  @Text({ max: 64 }) nodeId!: string;
  @Text({ max: 2048 }) nodeUrl!: string;
  @Text({ max: 255 }) host!: string;
  @Text({ max: 128 }) agentCluster!: string;
  @Text({ optional: true, max: 128 }) zone?: string;
  @Numeric({ integer: true, min: 0 }) slots!: number;
  @Numeric({ integer: true, min: 0 }) freeSlots!: number;
  @Numeric({ integer: true, min: 0 }) memoryMb!: number;
  @Numeric({ integer: true, min: 0 }) freeMemoryMb!: number;

  /** Whether the node takes launches off the queue. */
  @Flag() accepting!: boolean;

  /** Launches of all owners that have not ended. */
  @Numeric({ integer: true, min: 0 }) launches!: number;
}

/** One attempt: the next heartbeat replaces a lost one. */
export const NODE_HEARTBEATS = defineQueue({
  name: 'node-heartbeats',
  message: NodeHeartbeat,
  version: 1,
  attempts: 1,
});

/** Reports this node and its state to the registry of nodes. */
@Injectable()
export class HeartbeatService {
  private ticker: Ticker | undefined;

  constructor(
    private readonly queues: Queues,
    private readonly config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {}

  /** @param facts called again for each heartbeat */
  start(facts: () => Omit<NodeHeartbeat, 'zone'>): void {
    const { NODE_ZONE: zone, NODE_HEARTBEAT_MS: everyMs } = this.config;
    this.ticker ??= new Ticker({
      everyMs,
      run: async () => {
        const beat = { ...facts(), ...(zone !== undefined && { zone }) };
        const id = `${beat.nodeId}-${Math.floor(Date.now() / everyMs)}`;
        await this.queues.send(NODE_HEARTBEATS, beat, { id });
      },
      onError: (err) => this.logger.info({ err }, 'heartbeat not sent; the next one follows on schedule'),
    }).start();
  }

  /** Sends a heartbeat now because the state has changed. */
  wake(): void {
    this.ticker?.wake();
  }

  async stop(): Promise<void> {
    await this.ticker?.stop();
  }
}
