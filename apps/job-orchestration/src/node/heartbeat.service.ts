import { Injectable } from '@nestjs/common';
import { Queues } from '@portolan/messaging';
import { ServiceLogger, Ticker } from '@portolan/service';
import { NODE_HEARTBEATS, type NodeHeartbeat } from '../nodes/node-heartbeat';
import { NodeConfig } from './node-config';

/** Tells the registry of nodes that this node lives and what it has. */
@Injectable()
export class HeartbeatService {
  private ticker: Ticker | undefined;

  constructor(
    private readonly queues: Queues,
    private readonly config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {}

  /** @param facts asked again for each heartbeat */
  start(facts: () => Omit<NodeHeartbeat, 'zone'>): void {
    const { NODE_ZONE: zone, NODE_HEARTBEAT_MS: everyMs } = this.config;
    this.ticker ??= new Ticker({
      everyMs,
      run: async () => {
        const beat = { ...facts(), ...(zone !== undefined && { zone }) };
        await this.queues.send(NODE_HEARTBEATS, beat, {
          id: `${beat.nodeId}-${Math.floor(Date.now() / everyMs)}`,
        });
      },
      onError: (error) => this.logger.info({ err: error }, 'heartbeat not sent, the next one comes'),
    }).start();
  }

  /** Changed: tell at once. */
  wake(): void {
    this.ticker?.wake();
  }

  async stop(): Promise<void> {
    await this.ticker?.stop();
  }
}
