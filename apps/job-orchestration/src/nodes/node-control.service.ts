import { Injectable } from '@nestjs/common';
import { ANSWER_LIMIT_MS, InternalClient, ServiceLogger } from '@portolan/service';
import type { NodeEntity } from './node.entity';
import { NodeWish } from './node-state';

/** Tells nodes what operators want of them; each heartbeat shows whether they do it. */
@Injectable()
export class NodeControl {
  constructor(
    private readonly client: InternalClient,
    private readonly logger: ServiceLogger,
  ) {}

  /** Makes a node do what is wanted, as far as it does not already. Never rejects. */
  async enforce(node: NodeEntity): Promise<void> {
    const open = node.wish === NodeWish.Open;
    const reached = node.accepting === open || (await this.tell(node, open ? 'uncordon' : 'cordon'));
    if (!reached) return;
    if (node.wish === NodeWish.Drain && node.launches > 0) await this.tell(node, 'evict');
  }

  /** @returns whether the node was reached */
  private async tell({ nodeId, nodeUrl }: NodeEntity, action: string): Promise<boolean> {
    try {
      const options = { method: 'POST', timeoutMs: ANSWER_LIMIT_MS } as const;
      await this.client.json(`${nodeUrl}/internal/node/actions/${action}`, options);
      return true;
    } catch (error) {
      this.logger.info(
        { err: error, nodeId, action },
        'node not reached, its next heartbeat brings it up again',
      );
      return false;
    }
  }
}
