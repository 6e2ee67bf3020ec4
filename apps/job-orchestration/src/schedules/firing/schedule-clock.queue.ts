import { defineQueue } from '@portolan/messaging';

/** A second has begun. */
class ClockTickMessage {}

/** Ticks at the beginning of every second, for one of the controllers. */
export const scheduleClockQueue = defineQueue({
  name: 'job-schedules',
  message: ClockTickMessage,
  version: 1,
  attempts: 1,
  nextTime: (_pattern, _timeZone, after) => Math.floor(after / 1000) * 1000 + 1000,
});

/** The job scheduler of the queue; its pattern is only its name, because `nextTime` knows one. */
export const CLOCK = { id: 'clock', pattern: 'every second', timeZone: 'UTC' } as const;
