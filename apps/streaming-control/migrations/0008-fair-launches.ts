import { LAUNCH_TABLES } from '@portolan/launches';
import { migration } from '@portolan/service';

export const fairLaunches = [
  // The columns that decide the turns of users; workers do not take turns, but all launches have one table.
  migration('ShareLaunchesFairly1790000000020', LAUNCH_TABLES.fairShare, LAUNCH_TABLES.undoFairShare),
  // Indexes of launches that wait; all owners have the same table.
  migration('OrderLaunchesByTurn1790000000021', LAUNCH_TABLES.turnOrder, LAUNCH_TABLES.undoTurnOrder),
];
