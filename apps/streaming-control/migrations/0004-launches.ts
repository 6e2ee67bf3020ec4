import { LAUNCH_TABLES } from '@portolan/launches';
import { migration } from '@portolan/service';

export const launches = [
  // Launches of workers.
  migration('CreateLaunches1790000000008', LAUNCH_TABLES.launches, 'DROP TABLE launches'),
  // Leases of the nodes that run workers.
  migration('CreateNodeLeases1790000000009', LAUNCH_TABLES.nodeLeases, 'DROP TABLE node_leases'),
];
