import { LAUNCH_TABLES } from '@portolan/launches';
import { migration } from '@portolan/service';

/** The priority of a job among the jobs of its user. */
export const jobPriority = [
  migration('Alter_launches_own_order_1700000170000', LAUNCH_TABLES.ownOrder, LAUNCH_TABLES.undoOwnOrder),
];
