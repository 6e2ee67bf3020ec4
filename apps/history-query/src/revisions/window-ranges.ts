import { OPEN_FORK, TIME_LIMIT, pathTo } from './interval-tree';
import type { TimeWindow } from './time-window';

/** A range of an index. Unnamed, the database sometimes prefers the primary key, which covers the whole history. */
export interface WindowRange {
  index:
    'revisions_fork_start' | 'revisions_fork_end' | 'revisions_start' | 'revisions_change' | 'past_blocks';
  where: string;
  parameters: unknown[];
}

/** The current documents. */
export const CURRENT: WindowRange = {
  index: 'revisions_fork_start',
  where: 'fork = ?',
  parameters: [OPEN_FORK],
};

/** Returns ranges of blocks that together contain every packed revision of a window. */
export function blockRanges({ at, since, until }: TimeWindow): WindowRange[] {
  const start = Math.min(Math.max(at ?? since ?? 1, 1), TIME_LIMIT);
  const to = Math.min(at ?? until ?? TIME_LIMIT, TIME_LIMIT);
  if (to < start) return [];
  const later = pathTo(to).after;
  const earlier = pathTo(start).before.filter((node) => node < start);
  const ranges: WindowRange[] = [
    { index: 'past_blocks', where: 'fork BETWEEN ? AND ?', parameters: [start, to] },
    { index: 'past_blocks', where: 'fork IN (?) AND stime <= ?', parameters: [later, to] },
    { index: 'past_blocks', where: 'fork IN (?) AND ltime >= ?', parameters: [earlier, start] },
  ];
  return ranges.filter(({ parameters: [nodes] }) => !Array.isArray(nodes) || nodes.length > 0);
}

/** Returns index ranges that together contain every revision of a window, each once. */
export function windowRanges({ at, since, until, updated, who }: TimeWindow): WindowRange[] {
  // A moment is narrower than a range around it.
  const start = Math.min(Math.max(at ?? since ?? 1, 1), TIME_LIMIT);
  const to = Math.min(at ?? until ?? TIME_LIMIT, TIME_LIMIT);
  if (to < start) return [];
  if (updated && !who && since !== undefined && at === undefined)
    return [{ index: 'revisions_start', where: 'stime BETWEEN ? AND ?', parameters: [start, to] }];
  const open = [OPEN_FORK, ...pathTo(to).after];
  const earlier = pathTo(start).before.filter((node) => node < start);
  const ranges: WindowRange[] = [
    { index: 'revisions_fork_start', where: 'fork BETWEEN ? AND ?', parameters: [start, to] },
    { index: 'revisions_fork_start', where: 'fork IN (?) AND stime <= ?', parameters: [open, to] },
    { index: 'revisions_fork_end', where: 'fork IN (?) AND ltime >= ?', parameters: [earlier, start] },
  ];
  return earlier.length > 0 ? ranges : ranges.slice(0, 2);
}

/** Returns one statement over all ranges, so that they show the same moment; its text is empty without ranges. */
export function unionOf(columns: string, ranges: readonly WindowRange[], collection: number) {
  const select = ({ index, where }: WindowRange): string => {
    const table =
      index === 'past_blocks' ? 'past_blocks b FORCE INDEX (PRIMARY)' : `revisions FORCE INDEX (${index})`;
    return `(SELECT ${columns} FROM ${table} WHERE collection = ? AND ${where})`;
  };
  return {
    sql: ranges.map(select).join(' UNION ALL '),
    parameters: ranges.flatMap((range) => [collection, ...range.parameters]),
  };
}
