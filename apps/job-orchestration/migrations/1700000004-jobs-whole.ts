import { LONG_TEXT, alterTable } from './create-table';

/** What jobs tell besides: their attachments; and what limits and bulk kills ask for. */
export const jobsWholeMigrations = [
  alterTable(
    1700000004000,
    'jobs_attachments',
    `ALTER TABLE jobs ADD COLUMN attachments ${LONG_TEXT} NULL`,
    'ALTER TABLE jobs DROP COLUMN attachments',
  ),
  alterTable(
    1700000004010,
    'jobs_by_user_status',
    'ALTER TABLE jobs ADD KEY jobs_by_user_status (user, status)',
    'ALTER TABLE jobs DROP KEY jobs_by_user_status',
  ),
  alterTable(
    1700000004020,
    'jobs_by_kill',
    'ALTER TABLE jobs ADD KEY jobs_by_kill (kill_requested_at, status)',
    'ALTER TABLE jobs DROP KEY jobs_by_kill',
  ),
];
