import { createHash } from 'node:crypto';
import { defineQueue } from '@portolan/messaging';
import { Text } from '@portolan/validation';
import { readCronSpec } from '../cron/cron-expression';

/** The cron spec of a cluster is due. */
export class CronFireMessage {
  @Text() cluster!: string;
  /** The spec of this fire: a fire of an older spec is dropped. */
  @Text() spec!: string;
}

/** Carries fires to the controllers at their times: each cluster with a cron spec has one BullMQ job scheduler. */
export const cronFiresQueue = defineQueue({
  name: 'streams-cron',
  message: CronFireMessage,
  version: 1,
  // For 15 s, so that only lateness (`CRON_LATE_MS`) drops a fire that no database can record.
  attempts: 6,
  backoffMs: 500,
  nextTime: (spec, timeZone, after) => readCronSpec(spec, timeZone).nextAfter(after),
});

export const cronScheduleId = (cluster: string): string =>
  `cron-${createHash('sha1').update(cluster).digest('hex').slice(0, 16)}`;
