import { LAUNCH_TABLES } from '@portolan/launches';
import { migration } from '@portolan/service';

export const ownOrder = [
  // Workers have no priority; all owners have the same table of launches.
  migration('OrderLaunchesOfOneUser1790000000050', LAUNCH_TABLES.ownOrder, LAUNCH_TABLES.undoOwnOrder),
];
