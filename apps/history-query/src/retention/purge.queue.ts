import { defineQueue } from '@portolan/messaging';

/** "It is time to delete what need not be kept." */
export class PurgeMessage {}

/** Triggers of purges. One that fails is not tried again: the next trigger goes on where it stopped. */
export const purgeQueue = defineQueue({
  name: 'history.purges',
  message: PurgeMessage,
  version: 1,
  attempts: 1,
});
