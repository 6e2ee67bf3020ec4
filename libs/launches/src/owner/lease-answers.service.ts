import { Injectable } from '@nestjs/common';
import { Transactions } from '@portolan/service';
import { LaunchPhase } from '../protocol/launch-snapshot';
import { isHeld } from '../protocol/launch-state';
import {
  LaunchVerb,
  type HeldLaunch,
  type LaunchInstruction,
  type LeaseAnswer,
  type LeaseRequest,
} from '../protocol/owner-api';
import { LaunchOwnerOptions } from './launch-handlers';
import type { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';

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

/** Reports whether the end of a launch is stored and the result of its archive is not. */
const awaitsArchive = (row: LaunchEntity): boolean =>
  row.offer.archive != null &&
  row.snapshot?.phase === LaunchPhase.Ended &&
  row.snapshot.archive == null &&
  row.end?.cause !== 'lost';

/** Decides the instruction for a launch that a node lists. @param row the launch in the owner's database */
function leaseInstruction(
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
