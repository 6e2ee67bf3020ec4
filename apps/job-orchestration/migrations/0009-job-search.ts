import { migration } from '@portolan/service';

/**
 * Every search filter has an index, newest first. The index on `updated` also contains the columns of cheap filters, so that its
 * scan reads no rows.
 */
export const jobSearch = [
  migration(
    'Alter_jobs_search_indexes_1700000031000',
    `ALTER TABLE jobs
      DROP KEY jobs_by_updated, ADD KEY jobs_by_updated (updated, id, started, finished, status),
      DROP KEY jobs_by_user_status, ADD KEY jobs_by_user_status (user, status, updated),
      DROP KEY jobs_by_started, ADD KEY jobs_by_started (started, updated),
      DROP KEY jobs_by_finished, ADD KEY jobs_by_finished (finished, updated),
      DROP KEY jobs_by_grouping, ADD KEY jobs_by_grouping (\`grouping\`, updated),
      DROP KEY jobs_by_grouping_instance, ADD KEY jobs_by_grouping_instance (grouping_instance, updated)`,
    `ALTER TABLE jobs
      DROP KEY jobs_by_updated, ADD KEY jobs_by_updated (updated, id),
      DROP KEY jobs_by_user_status, ADD KEY jobs_by_user_status (user, status),
      DROP KEY jobs_by_started, ADD KEY jobs_by_started (started),
      DROP KEY jobs_by_finished, ADD KEY jobs_by_finished (finished),
      DROP KEY jobs_by_grouping, ADD KEY jobs_by_grouping (\`grouping\`, grouping_instance),
      DROP KEY jobs_by_grouping_instance, ADD KEY jobs_by_grouping_instance (grouping_instance)`,
  ),
  migration(
    'Alter_job_tags_updated_1700000031010',
    'ALTER TABLE job_tags ADD COLUMN updated BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE job_tags DROP COLUMN updated',
  ),
  // Copies the time of each stored job to its tags.
  migration(
    'Copy_updated_to_job_tags_1700000031020',
    'UPDATE job_tags JOIN jobs ON jobs.id = job_tags.job_id SET job_tags.updated = jobs.updated',
    [],
  ),
  migration(
    'Alter_job_tags_by_tag_1700000031030',
    'ALTER TABLE job_tags DROP KEY job_tags_by_tag, ADD KEY job_tags_by_tag (tag, updated, job_id)',
    'ALTER TABLE job_tags DROP KEY job_tags_by_tag, ADD KEY job_tags_by_tag (tag, job_id)',
  ),
];
