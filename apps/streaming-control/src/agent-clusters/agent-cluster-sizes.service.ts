import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Metrics, PeriodicTasks } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { SettingName } from '../settings/platform-setting.entity';
import { PlatformSettingRepository } from '../settings/platform-setting.repository';
import { AgentClustersService } from './agent-clusters.service';
import { censusOf, desiredNodes, type DesiredNodes, type NodeCount } from './desired-nodes';
import { NodeRegistryGateway } from './node-registry.gateway';

/** The last census of each agent cluster with a policy, and the number of nodes that it should have. */
type Sizes = Record<string, NodeCount & { desired: DesiredNodes }>;

const GAUGES: [name: string, help: string, of: (size: Sizes[string]) => number][] = [
  [
    'agent_cluster_desired_nodes',
    'Nodes wanted by the scaling policy of the agent cluster',
    ({ desired }) => desired.nodes,
  ],
  ['agent_cluster_nodes', 'Nodes that the agent cluster has', ({ nodes }) => nodes],
  ['agent_cluster_idle_nodes', 'Nodes of the agent cluster without launches', ({ idle }) => idle],
];

/**
 * The sizes of agent clusters with a policy. They are stored, so that the cool-down holds over all replicas, and exported as
 * metrics for the autoscaler of the nodes.
 */
@Injectable()
export class AgentClusterSizesService {
  constructor(
    private readonly settings: PlatformSettingRepository,
    private readonly agents: AgentClustersService,
    metrics: Metrics,
  ) {
    for (const [name, help, of] of GAUGES) {
      metrics.gauge(name, help, ['agent_cluster'], async (self) => {
        self.reset();
        for (const [cluster, size] of Object.entries(await this.all())) {
          self.set({ agent_cluster: cluster }, of(size));
        }
      });
    }
  }

  all(): Promise<Sizes> {
    return this.settings.value<Sizes>(SettingName.AgentClusterSizes, {});
  }

  /** Decides the sizes from a census. Of two replicas that decide at the same time, one wins. */
  async decide(census: ReadonlyMap<string, NodeCount>, now: number): Promise<void> {
    const policies = await this.agents.policies();
    const stored = await this.settings.find(SettingName.AgentClusterSizes);
    const last = (stored?.value ?? {}) as Sizes;
    const sizes: Sizes = Object.fromEntries(
      Object.entries(policies).map(([cluster, policy]) => {
        const count = census.get(cluster) ?? { nodes: 0, idle: 0 };
        return [cluster, { ...count, desired: desiredNodes(policy, count, last[cluster]?.desired, now) }];
      }),
    );
    if (isDeepStrictEqual(sizes, last)) return;
    const { version = 0 } = stored ?? {};
    await this.settings.replaceVersion(SettingName.AgentClusterSizes, version, sizes, now);
  }
}

/** Counts the nodes at intervals and decides how many each agent cluster should have. */
@Injectable()
export class AgentClusterSizingService {
  constructor(
    private readonly agents: AgentClustersService,
    private readonly sizes: AgentClusterSizesService,
    private readonly registry: NodeRegistryGateway,
    config: StreamingConfig,
    periodic: PeriodicTasks,
  ) {
    periodic.every(config.AGENT_CLUSTER_TICK_MS, 'size agent clusters', () => this.look());
  }

  private async look(): Promise<void> {
    const hasPolicies = Object.keys(await this.agents.policies()).length > 0;
    const hadPolicies = Object.keys(await this.sizes.all()).length > 0;
    if (!hasPolicies && !hadPolicies) return;
    await this.sizes.decide(censusOf(await this.registry.nodes()), Date.now());
  }
}
