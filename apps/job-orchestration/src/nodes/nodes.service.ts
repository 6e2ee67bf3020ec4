import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import type { NodeEntity } from './node.entity';
import { NodeControl } from './node-control.service';
import { NodeRepository } from './node.repository';
import { NODE_ACTIONS, nodeState } from './node-state';

/** The registry of nodes, for operators. */
@Injectable()
export class NodesService {
  constructor(
    private readonly nodes: NodeRepository,
    private readonly control: NodeControl,
    private readonly config: JobOrchestrationConfig,
  ) {}

  async list(): Promise<object[]> {
    const now = Date.now();
    return (await this.nodes.all()).map((node) => this.show(node, now));
  }

  /** @throws ServiceError (notFound) for an unknown node or action */
  async act(nodeId: string, action: string): Promise<void> {
    const wish = Object.hasOwn(NODE_ACTIONS, action) ? NODE_ACTIONS[action] : undefined;
    if (!wish) throw notFound(`No action ${action} of nodes, only ${Object.keys(NODE_ACTIONS).join(', ')}`);
    const node = await this.nodes.wish(nodeId, wish);
    if (!node) throw notFound(`No node with id ${nodeId} exists`);
    await this.control.enforce(node);
  }

  private show(node: NodeEntity, now: number): object {
    return {
      id: node.nodeId,
      host: node.host,
      url: node.nodeUrl,
      agentCluster: node.agentCluster,
      zone: node.zone,
      state: nodeState(node, now - node.seenAt, this.config.NODE_LOST_MS),
      accepting: node.accepting,
      slots: node.slots,
      freeSlots: node.freeSlots,
      memoryMb: node.memoryMb,
      freeMemoryMb: node.freeMemoryMb,
      launches: node.launches,
      lastSeen: new Date(node.seenAt).toISOString(),
    };
  }
}
