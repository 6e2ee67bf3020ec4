import { Injectable } from '@nestjs/common';
import { Metrics, remembered, type MetricValue } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { NodeEntity } from './node.entity';
import { NodeRepository } from './node.repository';
import { nodeState } from './node-state';

/** Silence after which a node is no longer counted as missing, ms. */
const GONE_MS = 86_400_000;

/** Metrics of the nodes and their capacity, from the registry: every process shows the same. */
@Injectable()
export class NodeMetricsService {
  constructor(
    nodes: NodeRepository,
    metrics: Metrics,
    private readonly config: JobOrchestrationConfig,
  ) {
    const all = remembered(async () =>
      (await nodes.all()).filter(({ seenAt }) => Date.now() - seenAt < GONE_MS),
    );
    metrics.gaugeOf('nodes', 'Nodes that were heard of within a day', ['agent_cluster', 'state'], async () =>
      summed(await all(), (node) => [{ state: this.stateOf(node), value: 1 }]),
    );
    // Only live nodes count: the capacity of a lost one is unusable.
    const present = async (): Promise<NodeEntity[]> =>
      (await all()).filter((node) => this.stateOf(node) !== 'LOST');
    metrics.gaugeOf('node_slots', 'Slots of the nodes that are there', ['agent_cluster', 'state'], async () =>
      summed(await present(), ({ slots, freeSlots }) => [
        { state: 'used', value: slots - freeSlots },
        { state: 'free', value: freeSlots },
      ]),
    );
    metrics.gaugeOf(
      'node_memory_megabytes',
      'Memory that the nodes that are there offer to launches, in MB',
      ['agent_cluster', 'state'],
      async () =>
        summed(await present(), ({ memoryMb, freeMemoryMb }) => [
          { state: 'used', value: memoryMb - freeMemoryMb },
          { state: 'free', value: freeMemoryMb },
        ]),
    );
  }

  private stateOf(node: NodeEntity): string {
    return nodeState(node, Date.now() - node.seenAt, this.config.NODE_LOST_MS);
  }
}

/** Sums the capacity of the nodes by agent cluster and state. */
function summed(
  nodes: readonly NodeEntity[],
  of: (node: NodeEntity) => { state: string; value: number }[],
): MetricValue[] {
  const sums = new Map<string, MetricValue>();
  for (const node of nodes) {
    for (const { state, value } of of(node)) {
      const key = `${node.agentCluster} ${state}`;
      const sum = sums.get(key) ?? { labels: { agent_cluster: node.agentCluster, state }, value: 0 };
      sums.set(key, { ...sum, value: sum.value + value });
    }
  }
  return [...sums.values()];
}
