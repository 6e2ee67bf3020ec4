import { LAUNCH_TABLES } from '@portolan/launches';
import { createTable } from './create-table';

export const launchMigrations = [
  createTable(1700000002000, 'launches', LAUNCH_TABLES.launches),
  createTable(1700000002010, 'node_leases', LAUNCH_TABLES.nodeLeases),
];
