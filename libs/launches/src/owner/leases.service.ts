import { Injectable } from '@nestjs/common';
import { Transactions } from '@portolan/service';
import {
  LaunchVerb,
  type HeldLaunch,
  type LaunchInstruction,
  type LeaseAnswer,
  type LeaseRequest,
} from '../protocol/lease';
import { LaunchPhase } from '../protocol/launch-snapshot';
import { LaunchOwnerOptions } from './launch-owner.options';
import type { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { isHeld } from './launch-state';

/** Renews leases and tells nodes what their launches should do (design §3.5). */
@Injectable()
export class LeasesService {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly transactions: Transactions,
    private readonly options: LaunchOwnerOptions,
  ) {}

  async renew(nodeId: string, request: LeaseRequest): Promise<LeaseAnswer> {
    const before = await this.transactions.run((transaction) =>
      this.repository.renewLease(nodeId, request, transaction),
    );
    const listed = new Set(request.launches.map((launch) => launch.launchId));
    const rows = new Map((await this.repository.findAll([...listed])).map((row) => [row.id, row]));
    await this.countMissing(nodeId, listed, before);
    const returned = [...rows.values()].filter((row) => row.missedRenewals > 0 && row.nodeId === nodeId);
    await this.repository.setMissedRenewals(
      returned.map((row) => row.id),
      'reset',
    );
    return {
      leaseMs: this.options.leaseMs,
      launches: request.launches.map((held) => instruction(held, nodeId, rows.get(held.launchId))),
    };
  }

  /** Launches that were claimed before the previous renewal and are not listed: the node seems to have forgotten them. */
  private async countMissing(
    nodeId: string,
    listed: ReadonlySet<string>,
    before: number | undefined,
  ): Promise<void> {
    if (before === undefined) return;
    const held = await this.repository.heldBy(nodeId);
    const missing = held.filter((launch) => !listed.has(launch.id) && (launch.claimedAt ?? 0) < before);
    await this.repository.setMissedRenewals(
      missing.map((launch) => launch.id),
      'increment',
    );
  }
}

/** It is over and known to be, but not what became of its archive. */
const awaitsArchive = (row: LaunchEntity): boolean =>
  row.offer.archive != null &&
  row.snapshot?.phase === LaunchPhase.Ended &&
  row.snapshot.archive == null &&
  row.end?.cause !== 'lost';

/** What a node should do with a launch that it says it holds. */
export function instruction(
  held: HeldLaunch,
  nodeId: string,
  row: LaunchEntity | undefined,
): LaunchInstruction {
  const forget = { launchId: held.launchId, storedSequence: 0, verb: LaunchVerb.Forget };
  if (row?.nodeId !== nodeId || row.token !== held.token) return forget;
  const known = { launchId: row.id, storedSequence: row.sequence };
  if (awaitsArchive(row)) return { ...known, verb: LaunchVerb.Run };
  if (!isHeld(row.state)) return forget;
  return row.stopRequestedAt === null
    ? { ...known, verb: LaunchVerb.Run }
    : { ...known, verb: LaunchVerb.Stop, killGraceMs: row.killGraceMs ?? 0 };
}
