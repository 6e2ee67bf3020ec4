import { LONG_TEXT, migration } from '@portolan/service';

/** Attachments of jobs, and indexes for limits and bulk kills. */
export const jobsWhole = [
  migration(
    'Alter_jobs_attachments_1700000004000',
    `ALTER TABLE jobs ADD COLUMN attachments ${LONG_TEXT} NULL`,
    'ALTER TABLE jobs DROP COLUMN attachments',
  ),
  migration(
    'Alter_jobs_by_user_status_1700000004010',
    'ALTER TABLE jobs ADD KEY jobs_by_user_status (user, status)',
    'ALTER TABLE jobs DROP KEY jobs_by_user_status',
  ),
  migration(
    'Alter_jobs_by_kill_1700000004020',
    'ALTER TABLE jobs ADD KEY jobs_by_kill (kill_requested_at, status)',
    'ALTER TABLE jobs DROP KEY jobs_by_kill',
  ),
];
