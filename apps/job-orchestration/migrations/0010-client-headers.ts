import { LONG_TEXT, migration } from '@portolan/service';

/** Headers that clients sent about themselves with a submission. */
export const clientHeaders = [
  migration(
    'Alter_jobs_client_headers_1700000032000',
    `ALTER TABLE jobs ADD COLUMN client_headers ${LONG_TEXT} NULL`,
    'ALTER TABLE jobs DROP COLUMN client_headers',
  ),
];
