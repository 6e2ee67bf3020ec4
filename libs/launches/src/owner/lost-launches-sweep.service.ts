import { Injectable } from '@nestjs/common';
import {
  InternalAddress,
  InternalClient,
  PeriodicTasks,
  ServiceLogger,
  isOutage,
  isolateFailure,
} from '@portolan/service';
import { expiredBefore } from '../protocol/lease-expiry';
import type { OwnerAddress } from '../protocol/node-api';
import { LaunchOwnerOptions } from './launch-handlers';
import { LaunchRepository } from './launch.repository';
import { LaunchesService } from './launches.service';
import { LeaseClock } from './lease-clock';

/** Renewals without a launch after which the launch counts as lost. */
const MISSED_RENEWALS_LIMIT = 2;
/** Part of a lease after which a renewal is overdue: a node renews every third of its lease. */
const LATE = 0.5;
const CALL_LIMIT_MS = 2000;

/**
 * Ends launches whose node is lost or does not list them. Every replica sweeps; conditional updates of rows resolve
 * conflicts.
 */
@Injectable()
export class LostLaunchesSweepService {
  private readonly clock = new LeaseClock();
  /** Nodes with an announcement in progress. */
  private readonly announcing = new Set<string>();

  constructor(
    private readonly repository: LaunchRepository,
    private readonly launches: LaunchesService,
    private readonly options: LaunchOwnerOptions,
    private readonly address: InternalAddress,
    private readonly client: InternalClient,
    private readonly logger: ServiceLogger,
    periodic: PeriodicTasks,
  ) {
    periodic.every(options.sweepMs, 'give up lost launches', () => this.sweep(), {
      onError: (error) => {
        if (isOutage(error)) this.clock.reset();
      },
    });
  }

  private async sweep(): Promise<void> {
    const { sweepMs, leaseMs } = this.options;
    for (const id of await this.repository.forgottenByNodes(MISSED_RENEWALS_LIMIT)) {
      await this.lose(id, 'its node does not know it any more');
    }
    for (const { nodeId, nodeUrl } of await this.repository.lateNodes(leaseMs * LATE)) {
      if (this.announcing.has(nodeId)) continue;
      this.announcing.add(nodeId);
      void this.announce(nodeId, nodeUrl).finally(() => this.announcing.delete(nodeId));
    }
    // An outage of the owner or its database must not look like the loss of all nodes.
    const now = await this.repository.now();
    const expired = expiredBefore(now, leaseMs, this.clock.healthyFor(sweepMs, leaseMs));
    if (expired === undefined) return;
    for (const id of await this.repository.withLeaseRenewedBefore(expired)) {
      await this.lose(id, 'its node has not renewed its lease in time');
    }
  }

  private lose(id: string, why: string): Promise<unknown> {
    return isolateFailure(
      () => this.launches.lose(id, why),
      (error) => this.logger.error({ err: error, launchId: id }, 'a lost launch could not be ended'),
    );
  }

  /**
   * Sends the owner's address to a node with an overdue renewal. A node tries the last known address and the address in the
   * latest offers; when all replicas have moved meanwhile and nothing is offered, it has no current address.
   */
  private async announce(nodeId: string, nodeUrl: string): Promise<void> {
    const body: OwnerAddress = { ownerUrl: this.address.url };
    const call = { method: 'PUT', body, timeoutMs: CALL_LIMIT_MS } as const;
    try {
      await this.client.json(`${nodeUrl}/internal/owners/${this.options.owner}`, call);
    } catch (error) {
      this.logger.info({ err: error, nodeId }, 'a node with an overdue lease is unreachable');
    }
  }
}
