/** What a fault excuses, and what not: pure rules, so that a check is as strict as docs/chaos.md says. Times in ms. */
import { LEASE_MS } from './plan.mjs';

/** Leases are renewed each third: a node that was away for less than what is left then has lost nothing. */
export const OUTAGE_MS = (LEASE_MS * 2) / 3;
/** After everything answers well again a replica may still have to notice that, ms. */
export const GRACE_MS = 2000;
/** Clocks of the database and of this process are read at different moments, ms. */
const SLACK_MS = 1000;

/** Faults that take nothing away that a request could need. */
const HARMLESS = new Set(['kill worker', 'fill disk']);
/** Faults that keep nodes from their owners, or take their processes' guard away. */
const NODE_FAULTS = new Set(['kill node', 'pause node', 'cut link']);

const endOf = ({ until, recoveredMs }) =>
  until === undefined ? Infinity : until + (recoveredMs ?? Infinity);

/** Whether a request that began then may be refused with 503. @param faults so far */
export const maySayUnavailable = (faults, began) =>
  faults.some((fault) => !HARMLESS.has(fault.kind) && endOf(fault) + GRACE_MS >= began);

/**
 * Whether a fault explains that a launch ended otherwise than its process did.
 * @param faults `{kind, on, from, until, recoveredMs}`, by the clock of the launch
 * @param launch `{nodeId, claimedAt, endedAt, end}` as its owner has it
 */
export function isExplained(faults, { nodeId, claimedAt, endedAt, end }) {
  const during = faults.filter(
    (fault) => fault.from <= endedAt + SLACK_MS && endOf(fault) >= (claimedAt ?? 0) - SLACK_MS,
  );
  const ofNode = during.filter(({ kind, on }) => NODE_FAULTS.has(kind) && on === nodeId);
  const hadNoRoom = during.some(({ kind, on }) => kind === 'fill disk' && on === nodeId);
  switch (end?.cause) {
    case 'lost':
      return ofNode.some((fault) => endOf(fault) - fault.from >= OUTAGE_MS);
    case 'stopped':
      return end.reason === 'leaseLost' && ofNode.some((fault) => endOf(fault) - fault.from >= OUTAGE_MS);
    // The disk was full, or what it needed to begin was away.
    case 'notStarted':
      return end.failure.code === 'downloadFailed'
        ? during.some(({ kind }) => !HARMLESS.has(kind))
        : hadNoRoom;
    // Nobody was there to see how it ended, or there was no room to note it.
    case 'exited':
      return end.exitCode === 137 && (ofNode.length > 0 || hadNoRoom);
    default:
      return false;
  }
}

/** Faults by the clock of databases: they are noted by this process's own. */
export const byWallClock = (faults, origin = performance.timeOrigin) =>
  faults.map(({ from, until, ...fault }) => ({
    ...fault,
    from: from + origin,
    until: until === undefined ? undefined : until + origin,
  }));
