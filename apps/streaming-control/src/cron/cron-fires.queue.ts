import { createHash } from 'node:crypto';
import { defineQueue } from '@portolan/messaging';
import { Numeric, Text } from '@portolan/validation';

/** A cluster's cron spec comes due. */
export class CronFireMessage {
  @Text() cluster!: string;
  /** The spec that was meant: a trigger of an older one is dropped. */
  @Text() spec!: string;
  /** ms since the epoch */
  @Numeric({ integer: true }) fireAt!: number;
}

/** Carries fires to the controllers, each at its time. */
export const cronFiresQueue = defineQueue({
  name: 'streams-cron-fires',
  message: CronFireMessage,
  version: 1,
  attempts: 4,
  backoffMs: 500,
});

/** One message for each cluster and time, however many replicas send it. */
export function cronFireId(cluster: string, fireAt: number): string {
  return `cron-${createHash('sha1').update(cluster).digest('hex').slice(0, 16)}-${fireAt}`;
}
