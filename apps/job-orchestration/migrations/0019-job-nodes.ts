import { migration } from '@portolan/service';

/** The node of each job, as a filter of searches, and figures of an hour from indexes alone. */
export const jobNodes = [
  migration(
    'Alter_jobs_node_1700000190000',
    (text) => `ALTER TABLE jobs
      ADD COLUMN node_id ${text(64)} NULL,
      ADD KEY jobs_by_node (node_id, array_id, updated),
      DROP KEY jobs_by_started, ADD KEY jobs_by_started (array_id, started, updated, created),
      DROP KEY jobs_by_finished, ADD KEY jobs_by_finished (array_id, finished, updated, status)`,
    `ALTER TABLE jobs
      DROP KEY jobs_by_node,
      DROP COLUMN node_id,
      DROP KEY jobs_by_started, ADD KEY jobs_by_started (array_id, started, updated),
      DROP KEY jobs_by_finished, ADD KEY jobs_by_finished (array_id, finished, updated)`,
  ),
  // Copies the node of the last launch of each stored job.
  migration(
    'Copy_nodes_to_jobs_1700000190010',
    'UPDATE jobs JOIN launches ON launches.id = jobs.launch_id SET jobs.node_id = launches.node_id',
    [],
  ),
];
