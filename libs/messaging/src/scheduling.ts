import type { RepeatOptions } from 'bullmq';
import type { QueueDefinition } from './queue-definition';
import type { Schedule } from './queues-options';

/** A schedule in BullMQ's words. */
export function repeatOf(schedule: Schedule): RepeatOptions {
  if ('pattern' in schedule) return { pattern: schedule.pattern, tz: schedule.timeZone };
  const { everyMs, firstInMs } = schedule;
  return { every: everyMs, ...(firstInMs ? { startDate: Date.now() + firstInMs } : {}) };
}

interface Scheduling {
  settings?: { repeatStrategy: (after: number, repeat: RepeatOptions) => number | undefined };
}

/**
 * What BullMQ needs on both ends of a queue whose schedules have patterns: the queue's own reading of them takes the place of
 * BullMQ's, which is that of Unix cron (its weekdays count from another day).
 */
export function scheduling<T extends object>({ nextTime }: QueueDefinition<T>): Scheduling {
  if (!nextTime) return {};
  return {
    settings: { repeatStrategy: (after, { pattern = '', tz = 'UTC' }) => nextTime(pattern, tz, after) },
  };
}
