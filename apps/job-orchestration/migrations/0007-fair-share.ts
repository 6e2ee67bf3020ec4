import { LAUNCH_TABLES } from '@portolan/launches';
import { migration } from '@portolan/service';

/** The columns that decide the turns of users. */
export const fairShare = [
  migration('Alter_launches_fair_share_1700000020000', LAUNCH_TABLES.fairShare, LAUNCH_TABLES.undoFairShare),
  migration('Alter_launches_turn_order_1700000020010', LAUNCH_TABLES.turnOrder, LAUNCH_TABLES.undoTurnOrder),
];
