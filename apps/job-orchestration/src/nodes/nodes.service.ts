import { Injectable } from '@nestjs/common';
import type { NodeHeartbeat } from '@portolan/node';
import { ANSWER_LIMIT_MS, InternalClient, ServiceLogger, notFound } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { NODE_ACTIONS, NodeWish, nodeState } from './node-state';
import type { NodeView } from './node.dto';
import type { NodeEntity } from './node.entity';
import { NodeRepository } from './node.repository';

/** The registry of nodes. Sends nodes the state that operators requested; each heartbeat shows whether a node has reached it. */
@Injectable()
export class NodesService {
  constructor(
    private readonly nodes: NodeRepository,
    private readonly client: InternalClient,
    private readonly config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
  ) {}

  async list(): Promise<NodeView[]> {
    const now = Date.now();
    return (await this.nodes.all()).map((node) => this.show(node, now));
  }

  /** @throws ServiceError (notFound) for an unknown node or action */
  async act(nodeId: string, action: string): Promise<void> {
    const wish = Object.hasOwn(NODE_ACTIONS, action) ? NODE_ACTIONS[action] : undefined;
    if (!wish) throw notFound(`No action ${action} of nodes, only ${Object.keys(NODE_ACTIONS).join(', ')}`);
    const node = await this.nodes.wish(nodeId, wish);
    if (!node) throw notFound(`No node with id ${nodeId} exists`);
    await this.enforce(node);
  }

  /** Stores a heartbeat, and sends the requested state to a node that is in another one. @param at ms since the epoch */
  async heard(beat: NodeHeartbeat, at: number): Promise<void> {
    await this.enforce(await this.nodes.heard(beat, at));
  }

  /** Brings a node into the requested state. Never rejects. */
  private async enforce(node: NodeEntity): Promise<void> {
    const open = node.wish === NodeWish.Open;
    const reached = node.accepting === open || (await this.request(node, open ? 'uncordon' : 'cordon'));
    if (reached && node.wish === NodeWish.Drain && node.launches > 0) await this.request(node, 'evict');
  }

  /** @returns whether the node was reached */
  private async request({ nodeId, nodeUrl }: NodeEntity, action: string): Promise<boolean> {
    try {
      const options = { method: 'POST', timeoutMs: ANSWER_LIMIT_MS } as const;
      await this.client.json(`${nodeUrl}/internal/node/actions/${action}`, options);
      return true;
    } catch (error) {
      const about = { err: error, nodeId, action };
      this.logger.info(about, 'node unreachable; its next heartbeat triggers a retry');
      return false;
    }
  }

  private show(node: NodeEntity, now: number): NodeView {
    const state = nodeState(node, now - node.seenAt, this.config.NODE_LOST_MS);
    return {
      id: node.nodeId,
      host: node.host,
      url: node.nodeUrl,
      agentCluster: node.agentCluster,
      zone: node.zone,
      state,
      accepting: node.accepting && state !== 'LOST',
      slots: node.slots,
      freeSlots: node.freeSlots,
      memoryMb: node.memoryMb,
      freeMemoryMb: node.freeMemoryMb,
      launches: node.launches,
      lastSeen: new Date(node.seenAt).toISOString(),
    };
  }
}
