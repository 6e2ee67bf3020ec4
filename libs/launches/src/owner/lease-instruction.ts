import { LaunchPhase } from '../protocol/launch-snapshot';
import { isHeld } from '../protocol/launch-state';
import { LaunchVerb, type HeldLaunch, type LaunchInstruction } from '../protocol/owner-api';
import type { LaunchEntity } from './launch.entity';

/** Reports whether the end of a launch is stored and the result of its archive is not. */
const awaitsArchive = (row: LaunchEntity): boolean =>
  row.offer.archive != null &&
  row.snapshot?.phase === LaunchPhase.Ended &&
  row.snapshot.archive == null &&
  row.end?.cause !== 'lost';

/** Decides the instruction for a launch that a node lists. @param row the launch in the owner's database */
export function leaseInstruction(
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
