import { Injectable } from '@nestjs/common';
import { QueueHandlers } from '@portolan/messaging';
import { NODE_HEARTBEATS } from '@portolan/node';
import { NodesService } from './nodes.service';

/** Receives the heartbeats of nodes. */
@Injectable()
export class NodesGateway {
  constructor(handlers: QueueHandlers, nodes: NodesService) {
    // A heartbeat that waited in the queue describes the past and does not prove that the node is alive.
    handlers.handle(NODE_HEARTBEATS, ({ body, sentAt }) => nodes.heard(body, Math.min(sentAt, Date.now())));
  }
}
