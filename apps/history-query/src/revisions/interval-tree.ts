/**
 * A virtual binary tree over time in which every closed revision hangs on one node: the topmost one
 * inside its interval (relational interval tree). The tree exists only as arithmetic; the database
 * stores the node beside the revision. What was valid at a moment then hangs on one of the few dozen
 * nodes between the root and that moment, and an index finds it without reading other history.
 */

/** Levels of the tree: times from 1 ms to the year 2527. */
const LEVELS = 44;

/** Times are below this, ms. */
export const TIME_LIMIT = 2 ** LEVELS;

/** The node of a revision that is still open: none of the tree's. */
export const OPEN_FORK = 0;

/** The node that the closed interval `[start, end]` hangs on; times are whole and from 1 up. */
export function forkOf(start: number, end: number): number {
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 1 || end < start || end >= TIME_LIMIT) {
    throw new RangeError(`no interval of times: ${start} to ${end}`);
  }
  const differing = BigInt(start - 1) ^ BigInt(end);
  const level = differing.toString(2).length - 1;
  return Math.floor(end / 2 ** level) * 2 ** level;
}

/** Nodes between the root and a moment. */
export interface ForkPath {
  /** Nodes at or before the moment: of what hangs there, what ends at or after the moment covers it. */
  before: number[];
  /** Nodes after the moment: of what hangs there, what starts at or before the moment covers it. */
  after: number[];
}

/** The path from the root down to `moment`; empty outside the tree's times. */
export function pathTo(moment: number): ForkPath {
  const path: ForkPath = { before: [], after: [] };
  if (moment < 1 || moment >= TIME_LIMIT) return path;
  for (let level = 0; level < LEVELS; level++) {
    const width = 2 ** (level + 1);
    const node = Math.floor(moment / width) * width + width / 2;
    (node <= moment ? path.before : path.after).push(node);
  }
  return path;
}
