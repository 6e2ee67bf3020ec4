import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { getJobStatistics, type JobStatistics } from '@portolan/client-jobs';
import { orNull } from '../../api/errors';
import { useJobsQuery } from '../../api/queries';
import { Failure } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Plot, type Series } from '../../design/plot';
import { counted } from '../../design/quantities';
import { toneOf } from '../../design/states';
import { duration } from '../../design/time';

/** The last hour moves on also when no job changes; changes of jobs renew the figures earlier. */
const RENEW_MS = 60_000;

type Hour = JobStatistics['hours'][number];

/** Returns the figures of the last day by hour; null from a release of the API that has none. */
const useLastDay = (): UseQueryResult<readonly Hour[] | null> =>
  useJobsQuery(
    ['overview', 'jobs', 'hours'],
    async (asking) => (await orNull(getJobStatistics(asking)))?.hours ?? null,
    { refetchInterval: RENEW_MS },
  );

/** A bar is centred on its hour. */
const HALF_HOUR_MS = 1_800_000;

/** The axis of waits has different marks also when nothing waited. */
const LEAST_WAIT_MS = 100;

const OUTCOMES = ['SUCCEEDED', 'FAILED', 'KILLED'] as const;
const COUNT_OF = { SUCCEEDED: 'succeeded', FAILED: 'failed', KILLED: 'killed' } as const;

/** Each outcome on top of those below it: the later one is drawn first. */
const STACK = ['FAILED', 'KILLED', 'SUCCEEDED'] as const;

const stackedSeries = (hours: readonly Hour[]): Series[] =>
  STACK.map((status, level) => ({
    label: status,
    tone: toneOf(status),
    isBar: true,
    values: hours.map((hour) =>
      STACK.slice(0, level + 1).reduce((sum, below) => sum + hour[COUNT_OF[below]], 0),
    ),
  })).reverse();

const waitSeries = (hours: readonly Hour[]): Series[] => [
  {
    label: '95 of 100 jobs',
    tone: 'waiting',
    isBar: true,
    values: hours.map(({ waits }) => waits?.p95Ms ?? null),
  },
  {
    label: 'half of the jobs',
    tone: 'running',
    isBar: true,
    values: hours.map(({ waits }) => waits?.p50Ms ?? null),
  },
];

/** The last day by hour: how many jobs ended and how, and how long jobs waited for their start. */
export default function LastDayPlots(): ReactNode {
  const { data: hours, error } = useLastDay();
  if (hours === null) return null;
  if (!hours) return error ? <Failure error={error} /> : <div className="overview-plots" />;
  const times = hours.map(({ from }) => Date.parse(from));
  const range = [(times[0] ?? 0) - HALF_HOUR_MS, (times.at(-1) ?? 0) + HALF_HOUR_MS] as const;
  return (
    <div className="columns halves">
      <Outcomes hours={hours} times={times} range={range} />
      <Waits hours={hours} times={times} range={range} />
    </div>
  );
}

interface Day {
  hours: readonly Hour[];
  times: readonly number[];
  range: readonly [number, number];
}

function Outcomes({ hours, times, range }: Day): ReactNode {
  const sums = OUTCOMES.map((status) => hours.reduce((sum, hour) => sum + hour[COUNT_OF[status]], 0));
  const words = OUTCOMES.map((status, index) => `${sums[index] ?? 0} ${status}`).join(', ');
  const total = sums.reduce((sum, count) => sum + count, 0);
  return (
    <Panel
      title="Jobs that ended, by hour"
      actions={<span className="muted">{counted(total, 'job')} in 24 h</span>}
    >
      <Plot
        times={times}
        range={range}
        series={stackedSeries(hours)}
        least={2}
        summary={`Jobs by hour in the last 24 hours: ${words}`}
      />
    </Panel>
  );
}

function Waits({ hours, times, range }: Day): ReactNode {
  const total = hours.reduce((sum, { started }) => sum + started, 0);
  const longest = Math.max(0, ...hours.map(({ waits }) => waits?.maxMs ?? 0));
  return (
    <Panel
      title="Wait from submission to start"
      actions={
        <span className="muted">{total === 0 ? 'no job started' : `at most ${duration(longest)}`}</span>
      }
    >
      <Plot
        times={times}
        range={range}
        series={waitSeries(hours)}
        least={LEAST_WAIT_MS}
        format={duration}
        summary={`${counted(total, 'job')} started in the last 24 hours; the longest wait was ${duration(longest)}`}
      />
    </Panel>
  );
}
