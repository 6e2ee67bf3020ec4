import type { Point } from './sine';

/** What a worker of the second stage says about the points of one window and one source. */
export interface Summary {
  readonly worker: number;
  readonly source: number;
  readonly points: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly label: 'rising' | 'falling' | 'level';
  /** Time of the window's last point, ms since epoch. */
  readonly until: number;
}

function labelOf(points: readonly Point[]): Summary['label'] {
  const difference = (points.at(-1)?.value ?? 0) - (points[0]?.value ?? 0);
  if (difference === 0) return 'level';
  return difference > 0 ? 'rising' : 'falling';
}

function summaryOf(worker: number, source: number, points: readonly Point[]): Summary {
  const values = points.map(({ value }) => value);
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    worker,
    source,
    points: points.length,
    min: Math.min(...values),
    max: Math.max(...values),
    mean: Number((sum / points.length).toFixed(4)),
    label: labelOf(points),
    until: Math.max(...points.map(({ time }) => time)),
  };
}

/** Summarises the points of one window, source by source, in the sources' order. */
export function summarise(worker: number, points: readonly Point[]): Summary[] {
  const sources = [...new Set(points.map(({ source }) => source))].sort((a, b) => a - b);
  return sources.map((source) => {
    const own = points.filter((point) => point.source === source);
    return summaryOf(
      worker,
      source,
      own.sort((a, b) => a.sequence - b.sequence),
    );
  });
}
