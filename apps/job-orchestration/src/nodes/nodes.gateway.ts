import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Queues } from '@portolan/messaging';
import { NodeControl } from './node-control.service';
import { NODE_HEARTBEATS } from './node-heartbeat';
import { NodeRepository } from './node.repository';

/** Takes the heartbeats of nodes. */
@Injectable()
export class NodesGateway implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly nodes: NodeRepository,
    private readonly control: NodeControl,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.consume(NODE_HEARTBEATS, async ({ body, sentAt }) => {
      // One that has lain in the queue says how the node was, not that it lives.
      await this.control.enforce(await this.nodes.heard(body, Math.min(sentAt, Date.now())));
    });
  }
}
