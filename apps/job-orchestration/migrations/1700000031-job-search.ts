import type { MigrationInterface, QueryRunner } from 'typeorm';
import { alterTable } from './create-table';

/** Tags of the jobs that are stored get the time of their job. */
class CopyUpdatedToTags implements MigrationInterface {
  readonly name = 'Copy_updated_to_job_tags_1700000031020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'UPDATE job_tags JOIN jobs ON jobs.id = job_tags.job_id SET job_tags.updated = jobs.updated',
    );
  }

  /** The column goes. */
  async down(): Promise<void> {
    return;
  }
}

/**
 * Every search filter has an index that finds the newest first. That on `updated` also holds what cheap filters look at,
 * so that walking it needs no rows.
 */
export const jobSearchMigrations = [
  alterTable(
    1700000031000,
    'jobs_search_indexes',
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
  alterTable(
    1700000031010,
    'job_tags_updated',
    'ALTER TABLE job_tags ADD COLUMN updated BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE job_tags DROP COLUMN updated',
  ),
  CopyUpdatedToTags,
  alterTable(
    1700000031030,
    'job_tags_by_tag',
    'ALTER TABLE job_tags DROP KEY job_tags_by_tag, ADD KEY job_tags_by_tag (tag, updated, job_id)',
    'ALTER TABLE job_tags DROP KEY job_tags_by_tag, ADD KEY job_tags_by_tag (tag, job_id)',
  ),
];
