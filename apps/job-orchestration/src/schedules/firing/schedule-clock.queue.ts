import { defineQueue } from '@portolan/messaging';

/** The beginning of a second. */
class ClockTickMessage {}

/** Delivers a tick to one of the controllers at the beginning of every second. */
export const scheduleClockQueue = defineQueue({
  name: 'job-schedules',
  message: ClockTickMessage,
  version: 1,
  attempts: 1,
  nextTime: (_pattern, _timeZone, after) => Math.floor(after / 1000) * 1000 + 1000,
});

/** The job scheduler of the queue. Its pattern is a name only, because `nextTime` supports a single one. */
export const CLOCK = { id: 'clock', pattern: 'every second', timeZone: 'UTC' } as const;
