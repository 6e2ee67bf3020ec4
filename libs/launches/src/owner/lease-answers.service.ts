import { Injectable } from '@nestjs/common';
import { Transactions } from '@portolan/service';
import type { LeaseAnswer, LeaseRequest } from '../protocol/owner-api';
import { LaunchOwnerOptions } from './launch-handlers';
import { LaunchRepository } from './launch.repository';
import { leaseInstruction } from './lease-instruction';

/** Renews leases and answers with the intended state of the listed launches; expired launches end in `LostLaunchesSweepService`. */
@Injectable()
export class LeaseAnswersService {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly transactions: Transactions,
    private readonly options: LaunchOwnerOptions,
  ) {}

  async renew(nodeId: string, request: LeaseRequest): Promise<LeaseAnswer> {
    const before = await this.transactions.run((transaction) =>
      this.repository.renewLease(nodeId, request, transaction),
    );
    const listed = new Set(request.launches.map(({ launchId }) => launchId));
    const rows = new Map((await this.repository.findAll([...listed])).map((row) => [row.id, row]));
    // Launches claimed before the previous renewal and not listed: the node seems to have lost them.
    const held = before === undefined ? [] : await this.repository.heldBy(nodeId);
    const missing = held.filter(({ id, claimedAt }) => !listed.has(id) && (claimedAt ?? 0) < (before ?? 0));
    await this.repository.setMissedRenewals(missing, 'increment');
    const returned = [...rows.values()].filter((row) => row.missedRenewals > 0 && row.nodeId === nodeId);
    await this.repository.setMissedRenewals(returned, 'reset');
    return {
      leaseMs: this.options.leaseMs,
      launches: request.launches.map((held) => leaseInstruction(held, nodeId, rows.get(held.launchId))),
    };
  }
}
