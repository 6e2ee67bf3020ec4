import { Injectable } from '@nestjs/common';
import { InternalClient, ServiceLogger } from '@portolan/service';
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
    if (node.accepting !== open) await this.tell(node, open ? 'uncordon' : 'cordon');
    if (node.wish === NodeWish.Drain && node.launches > 0) await this.tell(node, 'evict');
  }

  private async tell({ nodeId, nodeUrl }: NodeEntity, action: string): Promise<void> {
    try {
      const options = { method: 'POST', timeoutMs: 2000 } as const;
      await this.client.json(`${nodeUrl}/internal/node/actions/${action}`, options);
    } catch (error) {
      this.logger.info(
        { err: error, nodeId, action },
        'node not reached, its next heartbeat brings it up again',
      );
    }
  }
}
