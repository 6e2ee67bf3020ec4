/**
 * A virtual binary tree over time that assigns every closed revision to one node: the topmost one inside its interval
 * (relational interval tree). The tree exists only as arithmetic; the database stores the node beside the revision.
 * The revisions valid at a moment are on one of the few dozen nodes between the root and that moment, and an index
 * finds them without reading other history.
 */

/** Levels of the tree: times from 1 ms to the year 2527. */
const LEVELS = 44;

/** Upper bound of times (exclusive), ms. */
export const TIME_LIMIT = 2 ** LEVELS;

/** The node of open revisions: not in the tree. */
export const OPEN_FORK = 0;

/** Returns the node of the closed interval `[start, end]`; times are whole and at least 1. */
export function forkOf(start: number, end: number): number {
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 1 || end < start || end >= TIME_LIMIT)
    throw new RangeError(`not a valid interval of times: ${start} to ${end}`);
  const differing = BigInt(start - 1) ^ BigInt(end);
  const width = 2 ** (differing.toString(2).length - 1);
  return Math.floor(end / width) * width;
}

/** Nodes between the root and a moment. */
export interface ForkPath {
  /** Nodes at or before the moment: their revisions cover it if they end at or after it. */
  before: number[];
  /** Nodes after the moment: their revisions cover it if they start at or before it. */
  after: number[];
}

/** Returns the path from the root to `moment`; empty outside the tree's times. */
export function pathTo(moment: number): ForkPath {
  const path: ForkPath = { before: [], after: [] };
  if (moment < 1 || moment >= TIME_LIMIT) return path;
  for (let half = 1; half < TIME_LIMIT; half *= 2) {
    const node = Math.floor(moment / (2 * half)) * 2 * half + half;
    (node <= moment ? path.before : path.after).push(node);
  }
  return path;
}
