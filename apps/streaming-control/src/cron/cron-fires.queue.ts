import { createHash } from 'node:crypto';
import { defineQueue } from '@portolan/messaging';
import { Text } from '@portolan/validation';
import { QuartzCron } from './quartz-cron';

/** A cluster's cron spec comes due. */
export class CronFireMessage {
  @Text() cluster!: string;
  /** The spec that was meant: a fire of an older one is dropped. */
  @Text() spec!: string;
}

/** Carries fires to the controllers, each at its time: of each cluster with a cron spec there is one BullMQ job scheduler. */
export const cronFiresQueue = defineQueue({
  name: 'streams-cron',
  message: CronFireMessage,
  version: 1,
  attempts: 4,
  backoffMs: 500,
  nextTime: (spec, timeZone, after) => QuartzCron.parse(spec, timeZone).nextAfter(after),
});

/** The schedule of a cluster. */
export const cronScheduleId = (cluster: string): string =>
  `cron-${createHash('sha1').update(cluster).digest('hex').slice(0, 16)}`;
