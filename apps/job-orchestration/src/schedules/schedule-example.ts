import { EXAMPLE_SUBMISSION } from '../jobs/job-example';
import { readSchedule } from './read-schedule';
import { nextFires } from './rules/schedule-times';
import type { FireResponse, ScheduleRequest } from './schedule.dto';
import type { ShownSchedule } from './schedule-view';
import type { ScheduleEntity } from './store/schedule.entity';

const { id: _id, user: _user, ...request } = EXAMPLE_SUBMISSION;

export const EXAMPLE_SCHEDULE_REQUEST: ScheduleRequest = {
  id: 'nightly',
  name: 'nightly',
  user: 'analyst',
  version: '1.0',
  description: 'Counts the visits of the day before',
  tags: ['team:web'],
  cron: '30 4 * * MON-FRI',
  timeZone: 'Europe/Berlin',
  jitterSeconds: 60,
  overlap: 'skip',
  catchUpSeconds: 7200,
  request,
};

/** A moment in the life of the example, ms since the epoch. */
const EXAMPLE_NOW = Date.parse('2026-03-02T12:00:00Z');

const columns = readSchedule(
  EXAMPLE_SCHEDULE_REQUEST,
  { API_RELEASE: '4.3', JOB_MAX_MEMORY_MB: 1024, OUTBOUND: 'open', OUTBOUND_ALLOWED: [] },
  EXAMPLE_NOW,
);

/** The same schedule as it is stored. */
export const EXAMPLE_SCHEDULE: ScheduleEntity = {
  ...columns,
  created: Date.parse('2026-03-01T08:00:00Z'),
  updated: Date.parse('2026-03-01T08:00:00Z'),
  nextAt: Date.parse('2026-03-03T03:30:00Z'),
};

export const EXAMPLE_FIRE: FireResponse = {
  time: '2026-03-02T03:30:00.000Z',
  outcome: 'started',
  jobId: 'nightly-20260302T033000Z',
  reason: null,
};

export const EXAMPLE_SHOWN: ShownSchedule = {
  schedule: EXAMPLE_SCHEDULE,
  lastFire: EXAMPLE_FIRE,
  nextFires: nextFires(EXAMPLE_SCHEDULE, EXAMPLE_NOW, 5),
};
