import { LAUNCH_TABLES } from '@portolan/launches';
import { createTable } from '@portolan/service';

export const launches = [
  createTable('Create_launches_1700000002000', 'launches', LAUNCH_TABLES.launches),
  createTable('Create_node_leases_1700000002010', 'node_leases', LAUNCH_TABLES.nodeLeases),
];
