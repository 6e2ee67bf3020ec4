import { Injectable } from '@nestjs/common';
import { InternalAddress, InternalClient, ServiceLogger } from '@portolan/service';
import type { OwnerAddress } from '../protocol/node-api';
import { LaunchOwnerOptions } from './launch-owner.options';
import { LaunchRepository } from './launch.repository';

const CALL_LIMIT_MS = 2000;
/** Part of a lease after which a node is late: renewals come each third of it. */
const LATE = 0.5;

/**
 * Tells nodes that are late with their lease where their owner is. A node asks where it was answered before and where the
 * latest offers came from; when every replica has moved meanwhile and nothing is offered, it can't know better.
 */
@Injectable()
export class OwnerAnnouncement {
  /** Nodes that are being told. */
  private readonly telling = new Set<string>();

  constructor(
    private readonly repository: LaunchRepository,
    private readonly options: LaunchOwnerOptions,
    private readonly address: InternalAddress,
    private readonly client: InternalClient,
    private readonly logger: ServiceLogger,
  ) {}

  /** Begins to tell those that are late now, and does not wait for them. */
  async tellLate(): Promise<void> {
    for (const { nodeId, nodeUrl } of await this.repository.lateNodes(this.options.leaseMs * LATE)) {
      if (this.telling.has(nodeId)) continue;
      this.telling.add(nodeId);
      void this.tell(nodeId, nodeUrl).finally(() => this.telling.delete(nodeId));
    }
  }

  private async tell(nodeId: string, nodeUrl: string): Promise<void> {
    const body: OwnerAddress = { ownerUrl: this.address.url };
    try {
      await this.client.json(`${nodeUrl}/internal/owners/${this.options.owner}`, {
        method: 'PUT',
        body,
        timeoutMs: CALL_LIMIT_MS,
      });
    } catch (error) {
      this.logger.info({ err: error, nodeId }, 'a node that is late with its lease was not reached');
    }
  }
}
