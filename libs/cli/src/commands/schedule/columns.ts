import type { Fire, Schedule } from '@portolan/client-jobs';
import type { Column } from '../../output/table.ts';

const stateOf = ({ paused }: Schedule): string => (paused ? 'paused' : 'ACTIVE');

/** A list of schedules. */
export const SCHEDULE_COLUMNS: readonly Column<Schedule>[] = [
  { title: 'ID', value: ({ id }) => id, kind: 'id' },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'USER', value: ({ user }) => user },
  { title: 'CRON', value: ({ cron }) => cron },
  { title: 'STATE', value: stateOf, kind: 'status' },
  { title: 'NEXT', value: ({ nextFires, paused }) => (paused ? null : nextFires[0]), kind: 'time' },
  { title: 'LAST', value: ({ lastFire }) => lastFire?.outcome, kind: 'status' },
  { title: 'ZONE', value: ({ timeZone }) => timeZone, wide: true },
  { title: 'OVERLAP', value: ({ overlap }) => overlap, wide: true },
];

export const SCHEDULE_FIELDS: readonly Column<Schedule>[] = [
  ...SCHEDULE_COLUMNS.map((column) => ({ ...column, title: column.title.toLowerCase(), wide: false })),
  { title: 'description', value: ({ description }) => description },
  { title: 'last job', value: ({ lastFire }) => lastFire?.jobId },
  { title: 'later fires', value: ({ nextFires }) => nextFires.slice(1) },
  { title: 'catch up (s)', value: ({ catchUpSeconds }) => catchUpSeconds },
  { title: 'jitter (s)', value: ({ jitterSeconds }) => jitterSeconds },
  { title: 'start', value: ({ start }) => start, kind: 'time' },
  { title: 'end', value: ({ end }) => end, kind: 'time' },
  { title: 'tags', value: ({ tags }) => tags },
];

/** Fires of a schedule. */
export const FIRE_COLUMNS: readonly Column<Fire>[] = [
  { title: 'TIME', value: ({ time }) => time, kind: 'id' },
  { title: 'OUTCOME', value: ({ outcome }) => outcome, kind: 'status' },
  { title: 'JOB', value: ({ jobId }) => jobId, kind: 'id' },
  { title: 'REASON', value: ({ reason }) => reason },
];
