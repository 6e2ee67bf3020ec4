import type { ReactNode } from 'react';
import { Panel } from '../../design/layout';
import { Plot, type Series } from '../../design/plot';
import { counted } from '../../design/quantities';
import { toneOf } from '../../design/states';
import { OUTCOMES, useLastDay, type HourCounts } from './last-day';

/** A bar is centred on its hour. */
const HALF_HOUR_MS = 1_800_000;

/** Each outcome on top of those below it: the later one is drawn first. */
const STACK = ['FAILED', 'KILLED', 'SUCCEEDED'] as const;

const stackedSeries = (counts: readonly (HourCounts | undefined)[]): Series[] =>
  STACK.map((status, level) => ({
    label: status,
    tone: toneOf(status),
    isBar: true,
    values: counts.map((hour) =>
      hour ? STACK.slice(0, level + 1).reduce((sum, below) => sum + hour[below], 0) : null,
    ),
  })).reverse();

/** How many jobs ended in each hour of the last day, and how. */
export default function OutcomesPlot(): ReactNode {
  const { hours, counts } = useLastDay();
  const sums = OUTCOMES.map((status) => counts.reduce((sum, hour) => sum + (hour?.[status] ?? 0), 0));
  const words = OUTCOMES.map((status, index) => `${sums[index] ?? 0} ${status}`).join(', ');
  const total = sums.reduce((sum, count) => sum + count, 0);
  return (
    <Panel
      title="Jobs that ended in the last 24 hours, by hour"
      actions={<span className="muted">{counted(total, 'job')}</span>}
    >
      <Plot
        times={hours}
        range={[(hours[0] ?? 0) - HALF_HOUR_MS, (hours.at(-1) ?? 0) + HALF_HOUR_MS]}
        series={stackedSeries(counts)}
        summary={`Jobs by hour: ${words}`}
      />
    </Panel>
  );
}
