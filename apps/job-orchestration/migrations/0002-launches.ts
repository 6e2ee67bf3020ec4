import { LAUNCH_TABLES } from '@portolan/launches';
import { migration } from '@portolan/service';

export const launches = [
  migration('Create_launches_1700000002000', LAUNCH_TABLES.launches, 'DROP TABLE launches'),
  migration('Create_node_leases_1700000002010', LAUNCH_TABLES.nodeLeases, 'DROP TABLE node_leases'),
];
