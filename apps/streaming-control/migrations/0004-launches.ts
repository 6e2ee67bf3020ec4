import { LAUNCH_TABLES } from '@portolan/launches';
import { createTable } from '@portolan/service';

export const launches = [
  createTable('CreateLaunches1790000000008', 'launches', LAUNCH_TABLES.launches),
  // Leases of the nodes that run workers.
  createTable('CreateNodeLeases1790000000009', 'node_leases', LAUNCH_TABLES.nodeLeases),
];
