import { createTable, migration, word } from '@portolan/service';

/** Columns of an index, before and after. */
type Columns = Readonly<Record<'before' | 'after', string>>;

/**
 * An index of a filter, newest first. Before: over all jobs. After: prefixed by the array (empty for jobs that are no elements).
 */
const filter = (columns: string): Columns => ({
  before: `${columns}, updated`,
  after: `${columns}, array_id, updated`,
});

const INDEXES: Readonly<Record<string, Columns>> = {
  jobs_by_status: filter('status'),
  jobs_by_user: filter('user'),
  jobs_by_user_status: filter('user, status'),
  jobs_by_name: filter('name'),
  jobs_by_cluster: filter('cluster_id'),
  jobs_by_cluster_name: filter('cluster_name'),
  jobs_by_command: filter('command_id'),
  jobs_by_command_name: filter('command_name'),
  jobs_by_grouping: filter('`grouping`'),
  jobs_by_grouping_instance: filter('grouping_instance'),
  jobs_by_created: { before: 'created, id', after: 'array_id, created, id' },
  jobs_by_started: { before: 'started, updated', after: 'array_id, started, updated' },
  jobs_by_finished: { before: 'finished, updated', after: 'array_id, finished, updated' },
  jobs_by_settled_in: { before: 'settled_in, status', after: 'settled_in, status, array_id' },
};

const rebuilt = (of: 'before' | 'after'): string =>
  Object.entries(INDEXES)
    .map(([name, columns]) => `DROP KEY ${name}, ADD KEY ${name} (${columns[of]})`)
    .join(', ');

export const jobArrays = [
  // An element names its array; other jobs have an empty text, by which searches leave out elements.
  migration(
    'Alter_jobs_array_1700000160000',
    (text) => `ALTER TABLE jobs
      ADD COLUMN array_id ${text(255)} NOT NULL DEFAULT '',
      ADD COLUMN array_index INT NULL`,
    'ALTER TABLE jobs DROP COLUMN array_id, DROP COLUMN array_index',
  ),
  migration(
    'Alter_jobs_array_indexes_1700000160010',
    `ALTER TABLE jobs ADD KEY jobs_by_array (array_id, updated, id, started, finished, status), ${rebuilt('after')}`,
    `ALTER TABLE jobs DROP KEY jobs_by_array, ${rebuilt('before')}`,
  ),
  // Arrays, and how many of their elements have been created.
  createTable(
    'Create_job_arrays_1700000160020',
    'job_arrays',
    (text) => `
      job_id ${text(255)} NOT NULL,
      state ${word(16)} NOT NULL,
      size INT NOT NULL,
      elements INT NOT NULL,
      max_running INT NULL,
      next_position INT NOT NULL,
      due_at BIGINT NOT NULL,
      PRIMARY KEY (job_id),
      KEY job_arrays_by_due (state, due_at),
      CONSTRAINT job_arrays_of FOREIGN KEY (job_id) REFERENCES jobs (id) ON DELETE CASCADE`,
  ),
];
