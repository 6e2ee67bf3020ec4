import { LONG_TEXT, alterTable } from './create-table';

/** What clients told of themselves in headers of their submission. */
export const clientHeaderMigrations = [
  alterTable(
    1700000032000,
    'jobs_client_headers',
    `ALTER TABLE jobs ADD COLUMN client_headers ${LONG_TEXT} NULL`,
    'ALTER TABLE jobs DROP COLUMN client_headers',
  ),
];
