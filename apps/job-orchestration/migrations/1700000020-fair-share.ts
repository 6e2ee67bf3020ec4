import { LAUNCH_TABLES } from '@portolan/launches';
import { alterTable } from './create-table';

/** What turns of users are decided by. */
export const fairShareMigrations = [
  alterTable(1700000020000, 'launches_fair_share', LAUNCH_TABLES.fairShare, LAUNCH_TABLES.undoFairShare),
  alterTable(1700000020010, 'launches_turn_order', LAUNCH_TABLES.turnOrder, LAUNCH_TABLES.undoTurnOrder),
];
