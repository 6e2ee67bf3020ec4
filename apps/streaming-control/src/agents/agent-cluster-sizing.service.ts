import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger, Ticker } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { AgentClusterSizes } from './agent-cluster-sizes.service';
import { AgentClusters } from './agent-clusters.service';
import { censusOf } from './node-census';
import { NodeRegistry } from './node-registry.gateway';

/** Looks at the nodes again and again and decides how many each agent cluster should have: the role `controller`. */
@Injectable()
export class AgentClusterSizing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;

  constructor(
    private readonly agents: AgentClusters,
    private readonly sizes: AgentClusterSizes,
    private readonly registry: NodeRegistry,
    config: StreamingConfig,
    logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: config.AGENT_CLUSTER_TICK_MS,
      run: () => this.look(),
      // Without a census the last decision holds.
      onError: (error) => logger.warn({ err: error }, 'could not count the nodes of agent clusters'),
    });
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.ticker.stop();
  }

  private async look(): Promise<void> {
    const hasPolicies = Object.keys(await this.agents.policies()).length > 0;
    const hadPolicies = Object.keys(await this.sizes.all()).length > 0;
    if (!hasPolicies && !hadPolicies) return;
    await this.sizes.decide(censusOf(await this.registry.nodes()), Date.now());
  }
}
