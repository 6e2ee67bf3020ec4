import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Metrics } from '@portolan/service';
import { SettingName } from '../settings/platform-setting.entity';
import { PlatformSettingRepository } from '../settings/platform-setting.repository';
import { AgentClusters } from './agent-clusters.service';
import { desiredNodes, type DesiredNodes, type NodeCount } from './desired-nodes';

/** What was last seen of an agent cluster that has a policy, and how many nodes it should have. */
export interface AgentClusterSize extends NodeCount {
  desired: DesiredNodes;
}

type Sizes = Record<string, AgentClusterSize>;

const LABELS = ['agent_cluster'];

/**
 * The sizes of agent clusters that have a policy. They are a row, so that the cool-down holds whichever replica decides,
 * and every replica shows the same; they are exported as metrics, by which whoever runs the nodes scales them.
 */
@Injectable()
export class AgentClusterSizes {
  constructor(
    private readonly settings: PlatformSettingRepository,
    private readonly agents: AgentClusters,
    metrics: Metrics,
  ) {
    const gauge = (name: string, help: string, of: (size: AgentClusterSize) => number) =>
      metrics.gauge(name, help, LABELS, async (self) => {
        self.reset();
        for (const [cluster, size] of Object.entries(await this.all())) {
          self.set({ agent_cluster: cluster }, of(size));
        }
      });
    gauge(
      'agent_cluster_desired_nodes',
      'Nodes that the agent cluster should have by its scaling policy',
      (size) => size.desired.nodes,
    );
    gauge('agent_cluster_nodes', 'Nodes that the agent cluster has', (size) => size.nodes);
    gauge('agent_cluster_idle_nodes', 'Nodes of the agent cluster without launches', (size) => size.idle);
  }

  /** By agent cluster. */
  async all(): Promise<Sizes> {
    return ((await this.settings.find(SettingName.AgentClusterSizes))?.value ?? {}) as Sizes;
  }

  /** Decides anew from what nodes there are. Of two replicas that do so at once, one does. */
  async decide(census: ReadonlyMap<string, NodeCount>, now: number): Promise<void> {
    const policies = await this.agents.policies();
    const stored = await this.settings.find(SettingName.AgentClusterSizes);
    const last = (stored?.value ?? {}) as Sizes;
    const sizes = Object.fromEntries(
      Object.entries(policies).map(([cluster, policy]): [string, AgentClusterSize] => {
        const count = census.get(cluster) ?? { nodes: 0, idle: 0 };
        return [cluster, { ...count, desired: desiredNodes(policy, count, last[cluster]?.desired, now) }];
      }),
    );
    if (isDeepStrictEqual(sizes, last)) return;
    await this.settings.replaceVersion(SettingName.AgentClusterSizes, stored?.version ?? 0, sizes, now);
  }
}
